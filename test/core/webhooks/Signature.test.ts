import { Effect } from "effect"
import fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { makeWebhookSecret, secretBytes, signedHeaders } from "../../../core/webhooks/Signature.ts"

const secrets = Effect.runSync(Effect.provide(Secrets, SecretsNode.layer))
const makeSecret = () => Effect.runSync(Effect.provide(makeWebhookSecret, SecretsNode.layer))

describe("a signature", () => {
  it("is verified by the library of Standard Webhooks, for any body", () => {
    const now = new Date()
    fc.assert(fc.property(fc.json(), fc.uuid(), (json, id) => {
      const body = JSON.stringify(JSON.parse(json))
      const secret = makeSecret()
      const headers = signedHeaders(secrets, { secret, previousSecret: null }, { id, at: now, body })
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
      expect(headers["webhook-id"]).toBe(id)
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature")
      expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": `${id}x` })).toThrow("No matching")
      expect(() => new Webhook(makeSecret()).verify(body, headers)).toThrow("No matching signature")
    }))
  })

  it("equals the example of the specification's reference implementation", () => {
    // Test vector of github.com/standard-webhooks/standard-webhooks, libraries/javascript/src/index.test.ts.
    const headers = signedHeaders(
      secrets,
      { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", previousSecret: null },
      { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: new Date(1_614_265_330_000), body: "{\"test\": 2432232314}" }
    )
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    expect(headers["webhook-timestamp"]).toBe("1614265330")
  })

  it("is made with both secrets until the previous one expires", () => {
    const [secret, previous] = [makeSecret(), makeSecret()]
    const at = new Date()
    const signed = (expiresAt: Date) =>
      signedHeaders(secrets, { secret, previousSecret: { secret: previous, expiresAt } }, { id: "1", at, body: "{}" })
    const during = signed(new Date(at.getTime() + 1))
    expect(new Webhook(secret).verify("{}", during)).toEqual({})
    expect(new Webhook(previous).verify("{}", during)).toEqual({})
    const after = signed(at)
    expect(new Webhook(secret).verify("{}", after)).toEqual({})
    expect(() => new Webhook(previous).verify("{}", after)).toThrow("No matching signature")
  })
})

it("a secret has its prefix and its random bytes", () => {
  const [one, other] = [makeSecret(), makeSecret()]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(one.slice(6), "base64")).toHaveLength(secretBytes)
})
