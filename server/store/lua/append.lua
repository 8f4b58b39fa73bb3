-- Append one command's entries, or say why not. Everything or nothing, in one atomic step.
-- KEYS: log, head, done, channel
-- ARGV: epoch, expected head, command id, answer, announce ('1'/'0'), expected tip ('' = any), again ('1'/'0'), entry...
local known = redis.call('HMGET', KEYS[2], 'epoch', 'head', 'tip', 'damaged', 'archived')
local head, expected = tonumber(known[2]), tonumber(ARGV[2])
if not known[1] then return {'missing'} end
if known[1] ~= ARGV[1] then return {'epoch', known[1]} end
if known[4] then return {'damaged', known[4]} end

local said = redis.call('HGET', KEYS[3], ARGV[3])
if said then
  -- Written again so that this connection has a write whose copies it can wait for.
  redis.call('HSET', KEYS[3], ARGV[3], said)
  local at, ms, answer = string.match(said, '^(%d+) (%d+) (.*)$')
  -- A caller that lost its connection asks again: its own append is no duplicate.
  if ARGV[7] == '1' and tonumber(at) == expected + #ARGV - 7 then return {'ok', tonumber(at), tonumber(ms)} end
  return {'duplicate', answer, tonumber(at)}
end
if known[5] then return {'archived', head} end

local length = redis.call('XLEN', KEYS[1])
if length ~= head then return {'hole', length, head} end
if expected > head then return {'behind', head} end
if expected < head then return {'conflict', head} end
if ARGV[6] ~= '' and ARGV[6] ~= known[3] then return {'forked', head, known[3]} end

local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local stamp = string.format('%d', ms)
for i = 8, #ARGV do
  head = head + 1
  redis.call('XADD', KEYS[1], head .. '-0', 'e', ARGV[i], 't', stamp, 'b', ARGV[3])
end
redis.call('HSET', KEYS[2], 'head', head, 'tip', ARGV[3])
redis.call('HSET', KEYS[3], ARGV[3], head .. ' ' .. stamp .. ' ' .. ARGV[4])
if ARGV[5] == '1' then redis.call('SPUBLISH', KEYS[4], head .. ' ' .. ARGV[1]) end
return {'ok', head, ms}
