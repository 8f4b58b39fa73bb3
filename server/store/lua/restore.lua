-- Put a whole log back as it was exported, unless the game is there already.
-- KEYS: log, head, done    ARGV: epoch, then time, batch and entry in turn
if redis.call('EXISTS', KEYS[1], KEYS[2]) > 0 then return {'exists'} end
local count = (#ARGV - 1) / 3
for n = 1, count do
  local ms, batch = ARGV[3 * n - 1], ARGV[3 * n]
  redis.call('XADD', KEYS[1], n .. '-0', 'e', ARGV[3 * n + 1], 't', ms, 'b', batch)
  -- The last entry of a batch has the last word: a command sent again is known here as well.
  redis.call('HSET', KEYS[3], batch, n .. ' ' .. ms .. ' ')
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'head', count, 'tip', ARGV[3 * count], 'born', ARGV[2])
return {'ok', count}
