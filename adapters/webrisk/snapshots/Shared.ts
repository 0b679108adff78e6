/** A copy in memory that threads share: it goes from one to the other without being copied or given away. */
export const shared = (buffer: ArrayBufferLike): SharedArrayBuffer => {
  if (buffer instanceof SharedArrayBuffer) return buffer
  const copy = new SharedArrayBuffer(buffer.byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  return copy
}
