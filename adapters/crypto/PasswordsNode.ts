import { Effect, Layer, Semaphore } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { Passwords, PasswordsBusy } from "../../core/members/passwords/Passwords.ts"

/** Parameters of scrypt (RFC 7914): the cost as a power of two (`ln`), the block size `r` and the parallelism `p`. */
export interface ScryptCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/**
 * Cost of new hashes: N=2^15 (32 MiB), r=8, p=3. Of the equivalent settings in the OWASP Password Storage Cheat Sheet,
 * these suit a small machine best.
 */
const cost: ScryptCost = { ln: 15, r: 8, p: 3 }

/** Maximum memory of one hash in bytes: 128 · N · r. A stored hash that needs more memory matches no password. */
export const hashMemoryBytesMax = 64 * 1024 * 1024
/** Maximum parallelism `p` of a stored hash. The time of a hash grows in proportion to `p`. */
export const parallelismMax = 4
/**
 * Maximum concurrent hashes. Each hash occupies memory, and a thread of the pool that also serves file and DNS
 * operations.
 */
export const concurrentHashesMax = 2
/** Maximum queued hashes. The last one waits about 4 s: a hash takes about 0.25 s, and two run at a time. */
export const queuedHashesMax = 30
export const passwordSaltBytes = 16
export const passwordKeyBytes = 32

/**
 * Format of a stored hash (PHC string format): `$scrypt$ln=16,r=8,p=2$SALT$HASH`, with salt and hash in Base64 without
 * padding.
 */
const storedHashPattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/

interface StoredHash {
  readonly cost: ScryptCost
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

/** Hashes passwords with scrypt from `node:crypto`, on the runtime's thread pool. */
export const layer: Layer.Layer<Passwords> = Layer.suspend(() => layerWithCost(cost))

/** Returns the layer with the given cost for new hashes. */
export const layerWithCost = (cost: ScryptCost): Layer.Layer<Passwords> =>
  Layer.effect(
    Passwords,
    Effect.gen(function*() {
      const slots = yield* Semaphore.make(concurrentHashesMax)
      let waiting = 0

      const derive = (password: string, salt: Uint8Array, cost: ScryptCost): Effect.Effect<Uint8Array, PasswordsBusy> =>
        Effect.suspend(() => {
          if (waiting >= concurrentHashesMax + queuedHashesMax) return Effect.fail(new PasswordsBusy())
          waiting++
          // A running hash keeps its slot even if the caller is interrupted, because it cannot be stopped.
          return Effect.ensuring(
            slots.withPermit(Effect.uninterruptible(runScrypt(password, salt, cost))),
            Effect.sync(() => waiting--)
          )
        })

      const hash = (password: string) =>
        Effect.suspend(() => {
          const salt = randomBytes(passwordSaltBytes)
          return Effect.map(derive(password, salt, cost), (key) => formatHash({ cost, salt, key }))
        })

      // The dummy hash consists of random bytes, so that creating it needs no scrypt computation. No known password
      // matches it.
      const dummy = formatHash({ cost, salt: randomBytes(passwordSaltBytes), key: randomBytes(passwordKeyBytes) })

      return Passwords.of({
        hash,
        verify: (password, text) =>
          Effect.suspend(() => {
            const stored = parseHash(text)
            return stored === null
              ? Effect.succeed(false)
              : Effect.map(derive(password, stored.salt, stored.cost), (key) => timingSafeEqual(key, stored.key))
          }),
        dummyHash: Effect.succeed(dummy)
      })
    })
  )

const runScrypt = (password: string, salt: Uint8Array, { ln, p, r }: ScryptCost): Effect.Effect<Uint8Array> =>
  Effect.callback<Uint8Array>((resume) => {
    // Adds 1 MiB, because OpenSSL needs a few blocks more than 128 · N · r bytes.
    const options = { N: 2 ** ln, r, p, maxmem: hashMemoryBytesMax + 1024 * 1024 }
    scrypt(
      password,
      salt,
      passwordKeyBytes,
      options,
      (error, key) => resume(error instanceof Error ? Effect.die(error) : Effect.succeed(key))
    )
  })

const formatHash = ({ cost: { ln, p, r }, key, salt }: StoredHash): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${encodeBase64(salt)}$${encodeBase64(key)}`

/** Parses a stored hash. Returns null if the format differs or the cost exceeds the limits. */
const parseHash = (text: string): StoredHash | null => {
  const [, ln, r, p, salt, key] = storedHashPattern.exec(text) ?? []
  if (salt === undefined || key === undefined) return null
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const isWithinLimits = cost.ln >= 1 && cost.r >= 1 && cost.p >= 1 && cost.p <= parallelismMax &&
    128 * 2 ** cost.ln * cost.r <= hashMemoryBytesMax
  return isWithinLimits ? { cost, salt: decodeBase64(salt), key: decodeBase64(key) } : null
}

const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/={1,2}$/, "")

const decodeBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))
