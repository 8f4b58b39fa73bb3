-- Replace a finished game's stream by its packed form, if the log is still the one that was packed.
-- KEYS: log, head, done, reel    ARGV: epoch, head, packed log
local known = redis.call('HMGET', KEYS[2], 'epoch', 'head', 'archived')
if known[1] ~= ARGV[1] or known[2] ~= ARGV[2] or known[3] then return 0 end
redis.call('SET', KEYS[4], ARGV[3])
redis.call('HSET', KEYS[2], 'archived', '1')
redis.call('DEL', KEYS[1], KEYS[3])
return 1
