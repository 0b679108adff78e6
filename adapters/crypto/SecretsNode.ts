import { Layer } from "effect"
import { createHash, createHmac, hash, randomFillSync } from "node:crypto"
import { Secrets } from "../../core/kernel/Secrets.ts"

/** Number of random bytes that one system call fetches. They suffice for many request IDs. */
const poolBytes = 8_192

/** Layer that uses `node:crypto`, which Node, Bun and Deno all provide. */
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
    // The one-shot `hash` takes a quarter of the time of `createHash`, but some runtimes lack it.
    sha256Hex: typeof hash === "function"
      ? (text) => hash("sha256", text, "hex")
      : (text) => createHash("sha256").update(text).digest("hex"),
    hmacSha256Base64: (key, text) => createHmac("sha256", key).update(text).digest("base64"),
    // Compares all characters, so the time does not depend on the position of a difference. `timingSafeEqual` would
    // take ten times as long, because it needs copies of the texts as bytes.
    equal: (a, b) => {
      let difference = a.length ^ b.length
      for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
      return difference === 0
    }
  })
})
