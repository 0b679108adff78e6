import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { createHmac } from "node:crypto"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import { subkeyOf } from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { type SealPurpose, Seals } from "../../../core/kernel/Seals.ts"
import type { RingKey } from "../../../core/shield/KeyRing.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const key = (id: string, fill: number): RingKey => ({
  id,
  secret: new Uint8Array(32).fill(fill),
  createdAt: new Date(0)
})

const sealsWith = (...ring: ReadonlyArray<RingKey>): Seals["Service"] =>
  Effect.runSync(Seals.pipe(Effect.provide(SealsNode.layerFixed(ring).pipe(Layer.provide(SecretsNode.layer)))))

const seals = sealsWith(key("k1", 1))
const purposes: ReadonlyArray<SealPurpose> = ["challenge", "ticket", "token", "degraded", "pseudonym", "device"]
const body = fc.uint8Array({ maxLength: 300 })
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const bytesOf = (value: Uint8Array | null): ReadonlyArray<number> | null => value === null ? null : [...value]

/** The two kinds of sealed text, each with its functions to create and read them. */
const ways = [
  { name: "sign", make: seals.sign, read: seals.verify },
  { name: "seal", make: seals.seal, read: seals.open }
]

describe.each(ways)("$name", ({ make, read }) => {
  it("returns the original content", () => {
    fc.assert(fc.property(fc.constantFrom(...purposes), body, (purpose, body) => {
      assert.deepStrictEqual(bytesOf(read(purpose, "x1", make(purpose, "x1", body))), [...body])
    }))
  })

  it("refuses a text with one changed character", () => {
    const text = make("token", "sh1", Uint8Array.from({ length: 43 }, (_, at) => at))
    for (let at = 0; at < text.length; at++) {
      for (const character of `${alphabet}. =+/~\u0000é`) {
        if (character === text[at]) continue
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        assert.isNull(read("token", "sh1", changed), changed)
      }
    }
  })

  it("refuses a text that is shorter, longer or encoded differently", () => {
    const text = make("token", "sh1", new Uint8Array(20))
    for (let length = 0; length < text.length; length++) {
      assert.isNull(read("token", "sh1", text.slice(0, length)))
      assert.isNull(read("token", "sh1", `${text.slice(0, length)}A${text.slice(length)}`))
    }
    for (const changed of [`${text}=`, ` ${text}`, `${text}\n`, `${text}.`, `${text}.A`, text.toUpperCase()]) {
      assert.isNull(read("token", "sh1", changed))
    }
    assert.isNull(read("token", "sh1", text + "A".repeat(1_000_000)))
    // A text longer than genuine texts is refused, even if the same key made it.
    assert.isNotNull(read("token", "sh1", make("token", "sh1", new Uint8Array(300))))
    assert.isNull(read("token", "sh1", make("token", "sh1", new Uint8Array(400))))
  })

  it("refuses a text made for another purpose, format or key", () => {
    for (const made of purposes) {
      const text = make(made, "sh1", new Uint8Array(20))
      for (const wanted of purposes) assert.strictEqual(read(wanted, "sh1", text) !== null, made === wanted)
      assert.isNull(read(made, "st1", text))
      assert.isNull(read(made, "st1", text.replace("sh1", "st1")))
    }
    const two = sealsWith(key("k1", 1), key("k2", 2))
    const reread = (text: string) =>
      make === seals.sign ? two.verify("token", "sh1", text) : two.open("token", "sh1", text)
    const text = make("token", "sh1", new Uint8Array(20))
    assert.isNotNull(reread(text))
    assert.isNull(reread(text.replace(".k1.", ".k2.")))
    for (const id of ["", "k3", "__proto__", "constructor", "K1"]) {
      assert.isNull(reread(text.replace(".k1.", `.${id}.`)))
    }
  })

  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
      assert.isNull(read("token", "sh1", text))
      assert.isNull(read("token", "sh1", `sh1.k1.${text}`))
      assert.isNull(read("token", "sh1", `sh1.k1.${text}.${text}`))
    }))
  })
})

describe("Seals", () => {
  it("does not accept one kind for the other", () => {
    const body = new Uint8Array(40)
    assert.isNull(seals.open("token", "sh1", seals.sign("token", "sh1", body)))
    assert.isNull(seals.verify("token", "sh1", seals.seal("token", "sh1", body)))
  })

  it("refuses the body of one text with the authentication code of another", () => {
    const [one, other] = [1, 2].map((fill) => seals.sign("challenge", "sc1", new Uint8Array(20).fill(fill)).split("."))
    assert.isNull(seals.verify("challenge", "sc1", [...one!.slice(0, 3), other![3]].join(".")))
  })

  it("seals the same content into a different text each time and reveals nothing of it", () => {
    const body = new TextEncoder().encode("shop.example.com shop.example.com")
    const texts = Array.from({ length: 100 }, () => seals.seal("token", "sh1", body))
    assert.strictEqual(new Set(texts.map((text) => text.slice(0, 24))).size, 100)
    for (const text of texts) assert.notInclude(Buffer.from(text.split(".")[2]!, "base64url").toString(), "shop")
  })

  it("signs as documented, so that an edge worker with only that key can do the same", () => {
    const text = seals.sign("degraded", "shd1", new Uint8Array([1, 2, 3]))
    const mac = createHmac("sha256", subkeyOf(key("k1", 1), "sign", "degraded")).update("shd1|degraded|k1|\x01\x02\x03")
    assert.strictEqual(text, `shd1.k1.AQID.${mac.digest("base64url")}`)
  })

  it("derives a separate key for each purpose and algorithm", () => {
    const keys = purposes.flatMap((purpose) =>
      (["sign", "seal"] as const).map((way) => Buffer.from(subkeyOf(key("k1", 1), way, purpose)).toString("hex"))
    )
    assert.strictEqual(new Set(keys).size, purposes.length * 2)
    assert.notInclude(keys, "01".repeat(32))
    assert.notDeepEqual(subkeyOf(key("k1", 1), "sign", "token"), subkeyOf(key("k2", 1), "sign", "token"))
  })

  it("returns the same pseudonym for the same text and different ones for different texts", () => {
    assert.match(seals.pseudonym("shape"), /^[0-9a-f]{16}$/)
    assert.strictEqual(seals.pseudonym("shape"), sealsWith(key("k1", 1)).pseudonym("shape"))
    assert.notStrictEqual(seals.pseudonym("shape"), seals.pseudonym("Shape"))
    assert.notStrictEqual(seals.pseudonym("shape"), sealsWith(key("k1", 2)).pseudonym("shape"))
  })
})
