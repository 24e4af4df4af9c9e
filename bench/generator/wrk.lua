-- Sends the requests of a file one after the other, and begins again after the last one.
local texts = {}
local place = 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  local all = file:read('*a')
  file:close()
  local from = 1
  while from <= #all do
    -- Each is its length in bytes on a line, and its bytes.
    local line = all:find('\n', from, true)
    local length = tonumber(all:sub(from, line - 1))
    texts[#texts + 1] = all:sub(line + 1, line + length)
    from = line + length + 1
  end
end

function request()
  place = place + 1
  if place > #texts then place = 1 end
  return texts[place]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"wrong":%d,"errors":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
