import { Layer } from "effect"
import { createHash, hash, randomFillSync } from "node:crypto"
import { Secrets } from "../../core/kernel/Secrets.ts"

/** Number of random bytes fetched per system call, enough for many request ids. */
const poolBytes = 8_192

/** Uses `node:crypto`, which Node, Bun and Deno all provide. */
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
    // The one-shot function takes a quarter of the time of the streaming one, if the runtime has it.
    sha256Hex: typeof hash === "function"
      ? (text) => hash("sha256", text, "hex")
      : (text) => createHash("sha256").update(text).digest("hex"),
    // Compares all characters in constant time. `timingSafeEqual` would take ten times as long because of the copies.
    equal: (a, b) => {
      let difference = a.length ^ b.length
      for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
      return difference === 0
    }
  })
})
