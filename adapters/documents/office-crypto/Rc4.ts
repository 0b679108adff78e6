/** RC4, which OpenSSL 3 no longer offers and old documents still use. Its own inverse. */
export const rc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (let at = 0, other = 0; at < 256; at++) {
    const value = state[at]!
    other = (other + value + key[at % key.length]!) & 0xff
    state[at] = state[other]!
    state[other] = value
  }
  const out = new Uint8Array(bytes.length)
  for (let at = 0, first = 0, second = 0; at < bytes.length; at++) {
    first = (first + 1) & 0xff
    const value = state[first]!
    second = (second + value) & 0xff
    state[first] = state[second]!
    state[second] = value
    out[at] = bytes[at]! ^ state[(state[first]! + value) & 0xff]!
  }
  return out
}
