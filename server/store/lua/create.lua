-- Begin a game's log. Asking twice with the same epoch is the same game; another epoch is refused.
-- KEYS: log, head, channel    ARGV: epoch, batch id, announce ('1'/'0'), entry...
local known = redis.call('HMGET', KEYS[2], 'epoch', 'head', 'born')
local count = #ARGV - 3
if known[1] then
  if known[1] == ARGV[1] and tonumber(known[2]) >= count then return {'ok', count, tonumber(known[3])} end
  return {'exists'}
end
if redis.call('EXISTS', KEYS[1]) == 1 then return {'exists'} end

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local stamp = string.format('%d', ms)
for n = 1, count do
  redis.call('XADD', KEYS[1], n .. '-0', 'e', ARGV[3 + n], 't', stamp, 'b', ARGV[2])
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'head', count, 'tip', ARGV[2], 'born', stamp)
if ARGV[3] == '1' then redis.call('SPUBLISH', KEYS[3], count .. ' ' .. ARGV[1]) end
return {'ok', count, ms}
