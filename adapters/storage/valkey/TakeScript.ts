import { createHash } from "node:crypto"

/**
 * Accepts up to `wanted` requests of a key, and returns how many, how many more it would accept, and until when.
 *
 * `KEYS[1]` is a stream with one entry for each call that accepted requests. The entry's ID is `time-sequence`: the time is the server's
 * clock in milliseconds plus `skew`, by which the clock has been set back while the key was counted; the sequence is twice the number
 * of all requests accepted before, plus 1. Its fields are the number of accepted requests and the skew. So the oldest entry in the
 * window and the newest one tell how many requests are in the window: two lookups, whatever the limit.
 *
 * An entry that accepted nothing has an even sequence: it keeps a new skew. Its time is 1 ms after the newest one, since IDs have to grow.
 *
 * Old entries go with each new one, by whole nodes of the stream. The key expires when its last request leaves the window.
 */
export const takeScript = `
local wanted, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local whole = function(number) return string.format('%.0f', number) end
local read = function(entry)
  if not entry then return nil end
  local at, sequence = string.match(entry[1], '^(%d+)-(%d+)$')
  local fields = entry[2]
  return { at = tonumber(at), before = math.floor(sequence / 2), count = tonumber(fields[2]), skew = tonumber(fields[4]) }
end
local first_from = function(at)
  return read(redis.call('XRANGE', KEYS[1], whole(at), '+', 'COUNT', 1)[1])
end
local newest = read(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1])
local now, skew, taken, counted, oldest = clock, 0, 0, 0, nil
if newest then
  taken = newest.before + newest.count
  skew = newest.skew
  now = clock + skew
  if now < newest.at then
    now = newest.at + 1
    skew = now - clock
  end
  oldest = first_from(now - window + 1)
  if oldest then counted = taken - oldest.before end
end
local granted = math.max(0, math.min(wanted, limit - counted))
if granted > 0 or (newest and skew > newest.skew) then
  local id = whole(now) .. '-' .. whole(2 * taken + (granted > 0 and 1 or 0))
  redis.call('XADD', KEYS[1], 'MINID', '~', whole(now - window + 1), id, 'count', whole(granted), 'skew', whole(skew))
  redis.call('PEXPIRE', KEYS[1], whole(window))
end
if counted > limit then
  -- The limit was lowered: the next request is accepted when the oldest of the newest requests, as many as the limit, has expired.
  local upper = newest.at
  while oldest.at < upper do
    local middle = math.floor((oldest.at + upper + 1) / 2)
    local probed = first_from(middle)
    if probed.before <= taken - limit then oldest = probed else upper = middle - 1 end
  end
end
local reset = 0
if counted + granted > 0 then reset = (oldest and oldest.at or now) + window - now end
return { granted, math.max(0, limit - counted - granted), reset }
`

/** By which a server knows the script. */
export const takeScriptSha1 = createHash("sha1").update(takeScript).digest("hex")
