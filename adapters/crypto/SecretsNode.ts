import { Layer } from "effect"
import { createHash, hash, randomFillSync, timingSafeEqual } from "node:crypto"
import { Secrets } from "../../core/ports/Secrets.ts"

/** Random bytes fetched from the system at a time: one call for many request ids. */
const poolBytes = 8_192

/** `node:crypto`, which Node, Bun and Deno all carry. */
export const layer: Layer.Layer<Secrets> = Layer.sync(Secrets, () => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
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
    equal: (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
  })
})
