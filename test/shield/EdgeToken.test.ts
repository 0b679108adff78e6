import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as SealsNode from "../../adapters/crypto/SealsNode.ts"
import { subkeyOf } from "../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import { decodeBase64Url, encodeBase64Url } from "../../apps/shield/EdgeToken.ts"
import { mintDegradedToken } from "../../apps/shield/index.ts"
import { Seals } from "../../core/kernel/Seals.ts"
import { readDegradedToken } from "../../core/shield/tokens/DegradedToken.ts"
import { readToken } from "../../core/shield/tokens/Token.ts"

const ring = { id: "k7", secret: new Uint8Array(32).fill(7), createdAt: new Date(0) }
const seals = Effect.runSync(
  Effect.scoped(
    Effect.provide(Effect.map(Seals, (seals) => seals), Layer.provide(SealsNode.layerFixed([ring]), SecretsNode.layer))
  )
)
const key = encodeBase64Url(subkeyOf(ring, "sign", "degraded"))
const now = 1_800_000_000_000
const expected = { key, keyId: "k7", siteId: "site_1", hostname: "www.example.com", now }

describe("an edge token", () => {
  it("equals the token that the server would have signed", async () => {
    const id = new Uint8Array(16).fill(3)
    expect(readDegradedToken(seals, await mintDegradedToken({ ...expected, id }))).toEqual({
      id,
      siteId: "site_1",
      host: "www.example.com",
      issuedAt: now,
      expiresAt: now + 300_000,
      cause: "edge"
    })
  })

  it("has a different ID each time", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => readDegradedToken(seals, await mintDegradedToken(expected))!.id)
    )
    expect(ids[0]).not.toEqual(ids[1])
  })

  it("is invalid with a key of another purpose, ring or name", async () => {
    const subkeys = [
      ...(["token", "challenge", "ticket", "pseudonym", "device"] as const).map((purpose) =>
        subkeyOf(ring, "sign", purpose)
      ),
      subkeyOf(ring, "seal", "degraded"),
      subkeyOf({ ...ring, secret: new Uint8Array(32).fill(8) }, "sign", "degraded")
    ]
    const keys = [ring.secret, ...subkeys]
    for (const wrong of keys) {
      expect(readDegradedToken(seals, await mintDegradedToken({ ...expected, key: encodeBase64Url(wrong) }))).toBeNull()
    }
    expect(readDegradedToken(seals, await mintDegradedToken({ ...expected, keyId: "k8" }))).toBeNull()
  })

  it("is never accepted as a human's token", async () => {
    const text = await mintDegradedToken(expected)
    expect(readToken(seals, text)).toBeNull()
    expect(readToken(seals, text.replace("shd1", "sh1"))).toBeNull()
  })

  it.each([{ key: "short" }, { key: `${key}A` }, { key: "!".repeat(43) }, { hostname: "é.example" }, {
    siteId: "s".repeat(256)
  }])(
    "rejects %j",
    async (broken) => {
      await expect(mintDegradedToken({ ...expected, ...broken })).rejects.toThrow(RangeError)
    }
  )
})

describe("base64url", () => {
  it("matches Node's encoding", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 99 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64url")
      expect(encodeBase64Url(bytes)).toBe(text)
      expect(decodeBase64Url(text)).toEqual(new Uint8Array(bytes))
    }))
  })
})
