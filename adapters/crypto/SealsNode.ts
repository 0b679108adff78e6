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

/** Interval between reloads of the key ring, in seconds. */
export const ringReloadSeconds = 60
/**
 * Minimum age in seconds before a key signs or seals. By then, every instance has loaded the key, even after a failed
 * reload or with a skewed clock.
 */
export const keyPropagationSeconds = 180
/** Maximum characters of a signed or sealed text. Longer texts are rejected unread. */
export const sealedCharsMax = 512
const macBytes = 32
/**
 * Length of the random IVs of AES-GCM (NIST SP 800-38D). A key may seal at most 2^32 texts: a thousand per second for
 * seven weeks.
 */
const ivBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"
const pseudonymDigits = 16

/**
 * Layer that seals with the key ring shared by all instances. An empty ring gets its first key. If a reload fails, the
 * loaded keys stay in use, so that a database outage does not affect Shield.
 */
export const layer: Layer.Layer<Seals, never, KeyRing | Secrets> = Layer.effect(
  Seals,
  Effect.gen(function*() {
    const ring = yield* KeyRing
    const { randomBytes } = yield* Secrets
    const stored = yield* ring.list
    if (stored.length === 0) yield* ring.add(yield* newRingKey, { onlyFirst: true })
    // If several instances start together, all use the key that was stored first.
    const keys = new LoadedKeys(stored.length === 0 ? yield* ring.list : stored, yield* Clock.currentTimeMillis)
    const reload = Effect.gen(function*() {
      keys.replace(yield* ring.list, yield* Clock.currentTimeMillis)
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Shield's keys could not be reloaded.", Cause.pretty(cause)))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(ringReloadSeconds * 1_000), reload)))
    return makeSeals(keys, randomBytes)
  })
)

/**
 * Returns a layer that seals with a fixed key ring.
 *
 * @param ring newest key first, at least one
 */
export const layerFixed = (ring: ReadonlyArray<RingKey>): Layer.Layer<Seals, never, Secrets> =>
  Layer.effect(
    Seals,
    Effect.gen(function*() {
      return makeSeals(new LoadedKeys(ring, yield* Clock.currentTimeMillis), (yield* Secrets).randomBytes)
    })
  )

/** Keys of the loaded ring. Each key is derived only once. */
class LoadedKeys {
  private byId: ReadonlyMap<string, DerivedKey> = new Map()
  private current: DerivedKey | undefined

  constructor(ring: ReadonlyArray<RingKey>, nowMillis: number) {
    this.replace(ring, nowMillis)
  }

  replace(ring: ReadonlyArray<RingKey>, nowMillis: number): void {
    const active = activeKeyOf(ring, nowMillis)
    // An empty ring does not replace the loaded keys. An empty ring indicates an error, because a ring never loses its
    // newest key.
    if (active === undefined) return
    this.byId = new Map(ring.map((key) => [key.id, this.byId.get(key.id) ?? deriveKeys(key)]))
    this.current = this.byId.get(active.id)
  }

  find(id: string): DerivedKey | undefined {
    return this.byId.get(id)
  }

  get active(): DerivedKey {
    if (this.current === undefined) throw new Error("Shield's key ring is empty")
    return this.current
  }
}

/** Returns the newest key that every instance has loaded. While all keys are new, returns the oldest key. */
export const activeKeyOf = (ring: ReadonlyArray<RingKey>, nowMillis: number): RingKey | undefined =>
  ring.find(({ createdAt }) => createdAt.getTime() <= nowMillis - keyPropagationSeconds * 1_000) ?? ring.at(-1)

const makeSeals = (keys: LoadedKeys, randomBytes: (count: number) => Uint8Array): Seals["Service"] =>
  Seals.of({
    sign: (purpose, prefix, body) => {
      const key = keys.active
      return `${prefix}.${key.id}.${encodeBase64Url(body)}.${encodeBase64Url(macOf(key, purpose, prefix, body))}`
    },
    verify: (purpose, prefix, text) => {
      const [id, bodyText, macText] = splitParts(prefix, text, 3)
      const key = keys.find(id ?? "")
      const body = decodeBase64Url(bodyText ?? "")
      const mac = decodeBase64Url(macText ?? "")
      if (key === undefined || body === null || mac?.length !== macBytes) return null
      return timingSafeEqual(mac, macOf(key, purpose, prefix, body)) ? body : null
    },
    seal: (purpose, prefix, body) => {
      const key = keys.active
      const iv = randomBytes(ivBytes)
      const seal = createCipheriv(cipher, key.seal[purpose], iv, { authTagLength: tagBytes })
      seal.setAAD(Buffer.from(authenticatedHeader(prefix, purpose, key.id)))
      const sealed = Buffer.concat([iv, seal.update(body), seal.final(), seal.getAuthTag()])
      return `${prefix}.${key.id}.${encodeBase64Url(sealed)}`
    },
    open: (purpose, prefix, text) => {
      const [id, sealedText] = splitParts(prefix, text, 2)
      const key = keys.find(id ?? "")
      const sealed = decodeBase64Url(sealedText ?? "")
      if (key === undefined || sealed === null || sealed.length < ivBytes + tagBytes) return null
      return openBytes(key.seal[purpose], authenticatedHeader(prefix, purpose, key.id), sealed)
    },
    pseudonym: (text) =>
      createHmac("sha256", keys.active.sign.pseudonym).update(text).digest("hex").slice(0, pseudonymDigits)
  })

/** Returns the parts after the prefix. Empty if the text is too long, or if its prefix or number of parts differs. */
const splitParts = (prefix: string, text: string, count: number): ReadonlyArray<string> => {
  if (text.length > sealedCharsMax || !text.startsWith(`${prefix}.`)) return []
  const parts = text.slice(prefix.length + 1).split(".", count + 1)
  return parts.length === count ? parts : []
}

/** Returns prefix, purpose and key ID. None of them contains `|`, so they cannot be confused with the body. */
const authenticatedHeader = (prefix: string, purpose: SealPurpose, id: string): string => `${prefix}|${purpose}|${id}|`

const macOf = (key: DerivedKey, purpose: SealPurpose, prefix: string, body: Uint8Array): Uint8Array =>
  createHmac("sha256", key.sign[purpose]).update(authenticatedHeader(prefix, purpose, key.id)).update(body).digest()

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

const encodeBase64Url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url")

/**
 * Decodes Base64url (RFC 4648, section 5) exactly as `encodeBase64Url` writes it; returns null for any other text.
 * Accepting other alphabets, padding, spaces, or final characters with unused bits would give one token several
 * encodings.
 */
const decodeBase64Url = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, "base64url")
  return bytes.toString("base64url") === text ? new Uint8Array(bytes) : null
}

/** Length of a derived key. HMAC-SHA-256 and AES-256-GCM both use keys of 32 bytes. */
const subkeyBytes = 32

/** Operation for which a derived key is used. No derived key is used for both. */
type Algorithm = "sign" | "seal"

/** Keys derived from one master key. They are key objects, because an HMAC with raw bytes takes six times as long. */
interface DerivedKey {
  readonly id: string
  readonly createdAt: Date
  readonly sign: Readonly<Record<SealPurpose, KeyObject>>
  readonly seal: Readonly<Record<SealPurpose, KeyObject>>
}

/**
 * Derives the keys with HKDF-SHA-256 (RFC 5869). Each purpose and algorithm has a separate key, which reveals neither
 * the other keys nor the master key.
 */
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

/**
 * Returns a single derived key. An edge server that issues degraded tokens gets only the key for `sign` and `degraded`.
 */
export const subkeyOf = (key: RingKey, algorithm: Algorithm, purpose: SealPurpose): Uint8Array =>
  new Uint8Array(
    hkdfSync("sha256", key.secret, salt, `gatehouse/shield/${algorithm}/${purpose}/${key.id}`, subkeyBytes)
  )

/**
 * Empty salt. HKDF needs none here, because the master key is random and as long as the hash (RFC 5869, section 3.1).
 */
const salt = new Uint8Array(0)
