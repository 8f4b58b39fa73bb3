-- Mark a game as damaged, once, unless another game has taken its id.  KEYS: head    ARGV: epoch, reason
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
return redis.call('HSETNX', KEYS[1], 'damaged', ARGV[2])
