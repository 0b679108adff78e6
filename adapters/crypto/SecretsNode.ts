import { Layer } from "effect"
import { createHash, hash, randomFillSync, timingSafeEqual } from "node:crypto"
import { Secrets } from "../../core/ports/Secrets.ts"

/** Random bytes fetched from the system at a time: one call for many request ids. */
const poolBytes = 8_192

const digestChars = 64

/** `node:crypto`, which Node, Bun and Deno all carry. */
export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  // Digests are compared for every request: their place is made once.
  const [left, right] = [Buffer.alloc(digestChars), Buffer.alloc(digestChars)]
  return Secrets.of({
    randomBytes: (count) => {
      if (count > poolBytes) return randomFillSync(new Uint8Array(count))
      if (used + count > poolBytes) {
        randomFillSync(pool)
        used = 0
      }
      const bytes = pool.slice(used, used + count)
      pool.fill(0, used, used + count)
      used += count
      return bytes
    },
    // The one-shot form costs a quarter of the streaming one, where the runtime has it.
    sha256Hex: typeof hash === "function"
      ? (text) => hash("sha256", text, "hex")
      : (text) => createHash("sha256").update(text).digest("hex"),
    equal: (a, b) => {
      if (a.length !== b.length) return false
      if (a.length !== digestChars) return timingSafeEqual(Buffer.from(a), Buffer.from(b))
      left.write(a, "latin1")
      right.write(b, "latin1")
      return timingSafeEqual(left, right)
    }
  })
})
