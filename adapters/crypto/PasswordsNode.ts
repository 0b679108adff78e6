import { Effect, Layer, Semaphore } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { Passwords, PasswordsBusy } from "../../core/members/passwords/Passwords.ts"

/** Parameters of scrypt (RFC 7914): cost as a power of two, block size, parallelism. */
export interface Cost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** OWASP Password Storage Cheat Sheet, scrypt: of what it names as alike, N=2^15 (32 MiB), r=8, p=3 suits a small machine best. */
const cost: Cost = { ln: 15, r: 8, p: 3 }

/** Of one hash: 128 · N · r bytes. A stored hash that claims more is not verified. */
export const hashBytesMax = 64 * 1024 * 1024
/** Passes over that memory which a stored hash may claim. */
export const passesMax = 4
/** Hashes at a time: each keeps a thread of the pool that files and names are looked up with, and its memory. */
export const hashesMax = 2
/** Those that wait for one: at a quarter of a second each, two at a time, the last waits four seconds. */
export const hashesWaitingMax = 30
export const passwordSaltBytes = 16
export const passwordKeyBytes = 32

/** `$scrypt$ln=16,r=8,p=2$SALT$HASH`, both in base64 without padding (the PHC string format). */
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/

interface StoredHash {
  readonly cost: Cost
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

/** Slow hashes by `node:crypto`'s scrypt, on threads of the runtime's own. */
export const layer: Layer.Layer<Passwords> = Layer.suspend(() => layerOfCost(cost))

/** The same with another cost for new hashes. */
export const layerOfCost = (cost: Cost): Layer.Layer<Passwords> =>
  Layer.effect(
    Passwords,
    Effect.gen(function*() {
      const slots = yield* Semaphore.make(hashesMax)
      let waiting = 0

      const derive = (password: string, salt: Uint8Array, cost: Cost): Effect.Effect<Uint8Array, PasswordsBusy> =>
        Effect.suspend(() => {
          if (waiting >= hashesMax + hashesWaitingMax) return Effect.fail(new PasswordsBusy())
          waiting++
          // A hash that has begun keeps its slot, whoever has gone meanwhile: it cannot be stopped.
          return Effect.ensuring(
            slots.withPermit(Effect.uninterruptible(scrypted(password, salt, cost))),
            Effect.sync(() => waiting--)
          )
        })

      const hash = (password: string) =>
        Effect.suspend(() => {
          const salt = randomBytes(passwordSaltBytes)
          return Effect.map(derive(password, salt, cost), (key) => textOf({ cost, salt, key }))
        })

      // Made without waiting for a hash: nobody knows a password for random bytes.
      const dummy = textOf({ cost, salt: randomBytes(passwordSaltBytes), key: randomBytes(passwordKeyBytes) })

      return Passwords.of({
        hash,
        verify: (password, text) =>
          Effect.suspend(() => {
            const stored = read(text)
            return stored === null
              ? Effect.succeed(false)
              : Effect.map(derive(password, stored.salt, stored.cost), (key) => timingSafeEqual(key, stored.key))
          }),
        dummy: Effect.succeed(dummy)
      })
    })
  )

const scrypted = (password: string, salt: Uint8Array, { ln, p, r }: Cost): Effect.Effect<Uint8Array> =>
  Effect.callback<Uint8Array>((resume) => {
    // OpenSSL counts a few blocks beside the 128 · N · r bytes.
    const options = { N: 2 ** ln, r, p, maxmem: hashBytesMax + 1024 * 1024 }
    scrypt(
      password,
      salt,
      passwordKeyBytes,
      options,
      (error, key) => resume(error instanceof Error ? Effect.die(error) : Effect.succeed(key))
    )
  })

const textOf = ({ cost: { ln, p, r }, key, salt }: StoredHash): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`

/** Null for what is no hash of ours, and for one that would take more than it may. */
const read = (text: string): StoredHash | null => {
  const [, ln, r, p, salt, key] = form.exec(text) ?? []
  if (salt === undefined || key === undefined) return null
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const isBearable = cost.ln >= 1 && cost.r >= 1 && cost.p >= 1 && cost.p <= passesMax &&
    128 * 2 ** cost.ln * cost.r <= hashBytesMax
  return isBearable ? { cost, salt: bytes(salt), key: bytes(key) } : null
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/={1,2}$/, "")

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))
