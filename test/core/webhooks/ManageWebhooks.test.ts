import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import {
  changeWebhookAs,
  createWebhookAs,
  deleteWebhookAs,
  eventTypesOf,
  resendDeliveryAs,
  rotateWebhookSecretAs,
  sendTestEventAs,
  setWebhookEnabledAs
} from "../../../core/webhooks/ManageWebhooks.ts"
import { descriptionCharsMax, endpointsMax, secretOverlapHours } from "../../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../../core/webhooks/Webhooks.ts"

const actor = { name: "Ann <ann@example.com>", memberId: null, address: "192.0.2.1" }
const input = { url: "https://hooks.example.com/secret-path", description: " Chat ", eventTypes: ["lead.spam"] }
const policy = { isPrivateAllowed: false }

type Ports = Layer.Success<typeof StorageMemory.layer> | Layer.Success<typeof SecretsNode.layer>

const test = (title: string, body: () => Effect.Effect<void, unknown, Ports>) =>
  it(title, () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const accounts = yield* Accounts
        for (const [at, id] of ["operator", "other"].entries()) {
          yield* accounts.create({ id, name: id, createdAt: new Date(at) })
        }
        yield* body()
      }).pipe(
        Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
        Effect.provide(TestClock.layer())
      )
    ))

const create = (changes: Partial<typeof input> = {}, accountId = "operator") =>
  createWebhookAs(actor, accountId, { ...input, ...changes }, policy)

const audited = Effect.map(
  Effect.flatMap(AuditLog, (log) => log.list({ accountId: "operator", limit: 99 })),
  (entries) => entries.map(({ action, detail }) => `${action}: ${detail}`)
)

describe("an endpoint", () => {
  test("is created with a secret and without the path of its URL in the audit log", () =>
    Effect.gen(function*() {
      const endpoint = yield* create({ eventTypes: ["lead.spam", "document.blocked", "lead.spam"] })
      expect(endpoint).toMatchObject({
        id: expect.stringMatching(/^whk_/),
        description: "Chat",
        eventTypes: ["document.blocked", "lead.spam"],
        secret: expect.stringMatching(/^whsec_/),
        disabled: null
      })
      expect(yield* (yield* Webhooks).list("operator")).toEqual([endpoint])
      expect(yield* audited).toEqual(["webhook.create: hooks.example.com: document.blocked, lead.spam"])
    }))

  test("is refused with an invalid URL, event or description", () =>
    Effect.gen(function*() {
      const invalid: ReadonlyArray<readonly [Partial<typeof input>, string, string]> = [
        [{ url: "http://hooks.example.com/" }, "url", "https://"],
        [{ url: "nonsense" }, "url", "not a URL"],
        [{ eventTypes: [] }, "events", "at least one"],
        [{ eventTypes: ["lead.spam", "lead.ham"] }, "events", "There is no event lead.ham."],
        [{ eventTypes: ["webhook.test"] }, "events", "There is no event webhook.test."],
        [{ description: "x".repeat(descriptionCharsMax + 1) }, "description", "200 characters"]
      ]
      for (const [changes, field, message] of invalid) {
        const failure = yield* Effect.flip(create(changes))
        expect(failure).toMatchObject({ _tag: "InvalidWebhook", field, message: expect.stringContaining(message) })
      }
      expect(yield* (yield* Webhooks).list("operator")).toEqual([])
      expect(yield* audited).toEqual([])
    }))

  test("gets the operator's events only in the operator's account", () =>
    Effect.gen(function*() {
      expect(yield* eventTypesOf("operator")).toContain("source.down")
      expect(yield* eventTypesOf("other")).not.toContain("source.down")
      yield* create({ eventTypes: ["source.down"] })
      const failure = yield* Effect.flip(create({ eventTypes: ["source.down"] }, "other"))
      expect(failure.message).toBe("Only the operator's account gets source.down.")
    }))

  test("is one of a limited number", () =>
    Effect.gen(function*() {
      for (let n = 0; n < endpointsMax; n++) yield* create()
      expect((yield* Effect.flip(create()))._tag).toBe("TooManyWebhooks")
      yield* create({}, "other")
    }))

  test("is changed only in the given fields", () =>
    Effect.gen(function*() {
      const endpoint = yield* create()
      const change = (wanted: Partial<typeof input>) => changeWebhookAs(actor, "operator", endpoint.id, wanted, policy)
      expect(yield* change({ description: "new" })).toEqual({ ...endpoint, description: "new" })
      const url = "https://other.example.com/x"
      expect(yield* change({ url })).toEqual({ ...endpoint, description: "new", url })
      expect((yield* change({ eventTypes: ["key.created"] })).eventTypes).toEqual(["key.created"])
      expect((yield* Effect.flip(change({ url: "x" })))._tag).toBe("InvalidWebhook")
      const strange = changeWebhookAs(actor, "other", endpoint.id, { description: "x" }, policy)
      expect((yield* Effect.flip(strange))._tag).toBe("WebhookNotFound")
      expect((yield* audited)[0]).toBe("webhook.change: other.example.com: eventTypes")
    }))

  test("signs with the previous secret for a day, unless it leaked", () =>
    Effect.gen(function*() {
      const endpoint = yield* create()
      const rotated = yield* rotateWebhookSecretAs(actor, "operator", endpoint.id, false)
      expect(rotated.secret).not.toBe(endpoint.secret)
      expect(rotated.previousSecret).toEqual({
        secret: endpoint.secret,
        expiresAt: new Date(secretOverlapHours * 3_600_000)
      })
      const leaked = yield* rotateWebhookSecretAs(actor, "operator", endpoint.id, true)
      expect(leaked.previousSecret).toBe(null)
      expect((yield* audited).slice(0, 2)).toEqual([
        "webhook.rotate: hooks.example.com: previous secret revoked",
        "webhook.rotate: hooks.example.com: previous secret valid for 24 hours"
      ])
    }))

  test("is disabled and enabled, and recorded only when that changes it", () =>
    Effect.gen(function*() {
      const endpoint = yield* create()
      const set = (isEnabled: boolean) => setWebhookEnabledAs(actor, "operator", endpoint.id, isEnabled)
      expect((yield* set(true)).disabled).toBe(null)
      expect((yield* set(false)).disabled).toEqual({ reason: "manual", at: new Date(0) })
      yield* set(false)
      expect((yield* set(true)).disabled).toBe(null)
      expect(yield* audited).toEqual([
        "webhook.enable: hooks.example.com",
        "webhook.disable: hooks.example.com",
        "webhook.create: hooks.example.com: lead.spam"
      ])
    }))

  test("is deleted with its deliveries", () =>
    Effect.gen(function*() {
      const { id } = yield* create()
      yield* sendTestEventAs(actor, "operator", id)
      expect((yield* Effect.flip(deleteWebhookAs(actor, "other", id)))._tag).toBe("WebhookNotFound")
      yield* deleteWebhookAs(actor, "operator", id)
      expect(yield* (yield* Webhooks).deliveries({ accountId: "operator", limit: 9 })).toEqual([])
      expect((yield* audited)[0]).toBe("webhook.remove: hooks.example.com")
    }))
})

describe("a test event", () => {
  test("goes to one endpoint, whatever it has chosen, and can be resent with its id", () =>
    Effect.gen(function*() {
      const { id } = yield* create()
      yield* create()
      const sent = yield* sendTestEventAs(actor, "operator", id)
      expect(sent).toMatchObject({ endpointId: id, eventType: "webhook.test", state: "pending" })
      expect(JSON.parse(sent.payload)).toEqual({
        type: "webhook.test",
        timestamp: "1970-01-01T00:00:00.000Z",
        data: { endpoint_id: id }
      })
      expect(yield* (yield* Webhooks).deliveries({ accountId: "operator", limit: 9 })).toHaveLength(1)
      const resent = yield* resendDeliveryAs(actor, "operator", sent.id)
      expect(resent.eventId).toBe(sent.eventId)
      expect((yield* Effect.flip(resendDeliveryAs(actor, "other", sent.id)))._tag).toBe("DeliveryNotFound")
      expect((yield* audited).slice(0, 2)).toEqual([
        `webhook.resend: hooks.example.com: webhook.test ${sent.eventId}`,
        "webhook.test: hooks.example.com"
      ])
    }))

  test("is refused for a disabled endpoint", () =>
    Effect.gen(function*() {
      const { id } = yield* create()
      const sent = yield* sendTestEventAs(actor, "operator", id)
      yield* setWebhookEnabledAs(actor, "operator", id, false)
      const refusals = [sendTestEventAs(actor, "operator", id), resendDeliveryAs(actor, "operator", sent.id)]
      for (const refused of refusals) {
        expect((yield* Effect.flip(refused)).message).toContain("is disabled. Enable it")
      }
    }))
})
