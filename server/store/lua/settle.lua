-- Announce a head whose copies have been confirmed; never backwards, never for another epoch.
-- KEYS: head, channel    ARGV: epoch, confirmed head
local known = redis.call('HMGET', KEYS[1], 'epoch', 'safe')
if known[1] ~= ARGV[1] then return 0 end
if known[2] and tonumber(known[2]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'safe', ARGV[2])
redis.call('SPUBLISH', KEYS[2], ARGV[2] .. ' ' .. ARGV[1])
return 1
