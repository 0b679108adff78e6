import { Cause, Clock, Effect, Layer } from "effect"
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual
} from "node:crypto"
import { type SealPurpose, Seals } from "../../core/kernel/Seals.ts"
import { Secrets } from "../../core/kernel/Secrets.ts"
import { KeyRing, newRingKey, type RingKey } from "../../core/shield/KeyRing.ts"

/** How often the ring is read again. */
export const ringReadSeconds = 60
/** From when on a key makes texts: by then every instance has read it, had the first reading failed or a clock been off. */
export const keySettledSeconds = 180
/** Longer texts are not looked at. */
export const sealedCharsMax = 512
const macBytes = 32
/** AES-GCM (NIST SP 800-38D): random 96-bit IVs, at most 2^32 texts a key: a thousand a second for seven weeks. */
const ivBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"
const pseudonymDigits = 16

/**
 * The seals of the ring that all instances share. An empty ring gets its first key; one that cannot be read again stays as
 * it was, so that an outage of the database is none of Shield.
 */
export const layer: Layer.Layer<Seals, never, KeyRing | Secrets> = Layer.effect(
  Seals,
  Effect.gen(function*() {
    const ring = yield* KeyRing
    const { randomBytes } = yield* Secrets
    const found = yield* ring.list
    if (found.length === 0) yield* ring.add(yield* newRingKey, { onlyFirst: true })
    // Of instances that start together each takes the key of the one that won.
    const keys = new KeysInUse(found.length === 0 ? yield* ring.list : found, yield* Clock.currentTimeMillis)
    const readAgain = Effect.gen(function*() {
      keys.replace(yield* ring.list, yield* Clock.currentTimeMillis)
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Shield's keys could not be read again.", Cause.pretty(cause)))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(ringReadSeconds * 1_000), readAgain)))
    return sealsOf(keys, randomBytes)
  })
)

/** These keys and no others, newest first; at least one. */
export const layerFixed = (ring: ReadonlyArray<RingKey>): Layer.Layer<Seals, never, Secrets> =>
  Layer.effect(
    Seals,
    Effect.gen(function*() {
      return sealsOf(new KeysInUse(ring, yield* Clock.currentTimeMillis), (yield* Secrets).randomBytes)
    })
  )

/** Derived once, when the ring was read. */
class KeysInUse {
  private byId: ReadonlyMap<string, DerivedKey> = new Map()
  private newest: DerivedKey | undefined

  constructor(ring: ReadonlyArray<RingKey>, nowMillis: number) {
    this.replace(ring, nowMillis)
  }

  replace(ring: ReadonlyArray<RingKey>, nowMillis: number): void {
    const making = makingKeyOf(ring, nowMillis)
    // A ring never loses its newest key: an empty answer is no reason to forget the keys at hand.
    if (making === undefined) return
    this.byId = new Map(ring.map((key) => [key.id, this.byId.get(key.id) ?? deriveKeys(key)]))
    this.newest = this.byId.get(making.id)
  }

  find(id: string): DerivedKey | undefined {
    return this.byId.get(id)
  }

  get making(): DerivedKey {
    if (this.newest === undefined) throw new Error("The ring of Shield's keys is empty")
    return this.newest
  }
}

/** The newest that every instance knows; while all are new, the oldest of them. */
export const makingKeyOf = (ring: ReadonlyArray<RingKey>, nowMillis: number): RingKey | undefined =>
  ring.find(({ createdAt }) => createdAt.getTime() <= nowMillis - keySettledSeconds * 1_000) ?? ring.at(-1)

const sealsOf = (keys: KeysInUse, randomBytes: (count: number) => Uint8Array): Seals["Service"] =>
  Seals.of({
    sign: (purpose, prefix, body) => {
      const key = keys.making
      return `${prefix}.${key.id}.${encode(body)}.${encode(macOf(key, purpose, prefix, body))}`
    },
    verify: (purpose, prefix, text) => {
      const [id, bodyText, macText] = partsOf(prefix, text, 3)
      const key = keys.find(id ?? "")
      const body = decode(bodyText ?? "")
      const mac = decode(macText ?? "")
      if (key === undefined || body === null || mac?.length !== macBytes) return null
      return timingSafeEqual(mac, macOf(key, purpose, prefix, body)) ? body : null
    },
    seal: (purpose, prefix, body) => {
      const key = keys.making
      const iv = randomBytes(ivBytes)
      const seal = createCipheriv(cipher, key.seal[purpose], iv, { authTagLength: tagBytes })
      seal.setAAD(Buffer.from(headOf(prefix, purpose, key.id)))
      const sealed = Buffer.concat([iv, seal.update(body), seal.final(), seal.getAuthTag()])
      return `${prefix}.${key.id}.${encode(sealed)}`
    },
    open: (purpose, prefix, text) => {
      const [id, sealedText] = partsOf(prefix, text, 2)
      const key = keys.find(id ?? "")
      const sealed = decode(sealedText ?? "")
      if (key === undefined || sealed === null || sealed.length < ivBytes + tagBytes) return null
      return openBytes(key.seal[purpose], headOf(prefix, purpose, key.id), sealed)
    },
    pseudonym: (text) =>
      createHmac("sha256", keys.making.sign.pseudonym).update(text).digest("hex").slice(0, pseudonymDigits)
  })

/** What stands behind the prefix, in so many parts; nothing where the text is none of this kind. */
const partsOf = (prefix: string, text: string, count: number): ReadonlyArray<string> => {
  if (text.length > sealedCharsMax || !text.startsWith(`${prefix}.`)) return []
  const parts = text.slice(prefix.length + 1).split(".", count + 1)
  return parts.length === count ? parts : []
}

/** Format, purpose and key id; none of them holds a `|`, so that nothing of the body can be taken for them. */
const headOf = (prefix: string, purpose: SealPurpose, id: string): string => `${prefix}|${purpose}|${id}|`

const macOf = (key: DerivedKey, purpose: SealPurpose, prefix: string, body: Uint8Array): Uint8Array =>
  createHmac("sha256", key.sign[purpose]).update(headOf(prefix, purpose, key.id)).update(body).digest()

const openBytes = (key: KeyObject, head: string, sealed: Uint8Array): Uint8Array | null => {
  const tagAt = sealed.length - tagBytes
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(head))
  opening.setAuthTag(sealed.subarray(tagAt))
  const body = opening.update(sealed.subarray(ivBytes, tagAt))
  try {
    opening.final()
  } catch {
    return null
  }
  return new Uint8Array(body)
}

const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url")

/**
 * Null for everything but what `encode` writes (RFC 4648, section 5): other alphabets, padding, spaces, and last characters
 * whose unused bits are set. Else one token would have many texts.
 */
const decode = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, "base64url")
  return bytes.toString("base64url") === text ? new Uint8Array(bytes) : null
}

/** HMAC-SHA-256 and AES-256-GCM both take 32 bytes. */
const subkeyBytes = 32

/** What a key is used with: one key never serves two algorithms. */
type Algorithm = "sign" | "seal"

/** Every key that one master key stands for; as objects, with which an HMAC costs a sixth of that with bytes. */
interface DerivedKey {
  readonly id: string
  readonly createdAt: Date
  readonly sign: Readonly<Record<SealPurpose, KeyObject>>
  readonly seal: Readonly<Record<SealPurpose, KeyObject>>
}

/** HKDF-SHA-256 (RFC 5869): each purpose and algorithm has a key from which nobody finds another, nor the master key. */
const deriveKeys = (key: RingKey): DerivedKey => {
  const of = (algorithm: Algorithm): Record<SealPurpose, KeyObject> => {
    const keyObjectOf = (purpose: SealPurpose) => createSecretKey(subkeyOf(key, algorithm, purpose))
    return {
      challenge: keyObjectOf("challenge"),
      ticket: keyObjectOf("ticket"),
      token: keyObjectOf("token"),
      degraded: keyObjectOf("degraded"),
      pseudonym: keyObjectOf("pseudonym"),
      device: keyObjectOf("device")
    }
  }
  return { id: key.id, createdAt: key.createdAt, sign: of("sign"), seal: of("seal") }
}

/** One of them by itself: an edge that makes degraded tokens is given `sign` and `degraded`, and nothing else. */
export const subkeyOf = (key: RingKey, algorithm: Algorithm, purpose: SealPurpose): Uint8Array =>
  new Uint8Array(
    hkdfSync("sha256", key.secret, salt, `gatehouse/shield/${algorithm}/${purpose}/${key.id}`, subkeyBytes)
  )

/** The master key is random and as long as the hash: it needs none (RFC 5869, section 3.1). */
const salt = new Uint8Array(0)
