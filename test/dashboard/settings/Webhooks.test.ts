import { describe, expect, it } from "vitest"
import { changedFields } from "../../../apps/dashboard/pages/settings/webhooks/EndpointSettings.tsx"
import {
  attemptResult,
  deliveryRefetchMillis,
  disabledTexts,
  type Endpoint,
  endpointName,
  endpointState,
  eventLabels,
  eventsText,
  formatPayload,
  groupEvents,
  nextAttemptText,
  resendLabel
} from "../../../apps/dashboard/pages/settings/webhooks/WebhookLabels.ts"
import Webhooks from "../../../apps/dashboard/pages/settings/webhooks/Webhooks.tsx"
import { eventCatalog } from "../../../core/events/EventCatalog.ts"
import { claimMillis } from "../../../core/webhooks/DeliverWebhooks.ts"
import { selectableEventTypes } from "../../../core/webhooks/ManageWebhooks.ts"
import { endpointsMax } from "../../../core/webhooks/WebhookEndpoint.ts"
import { pageShown } from "../parts/PageShown.ts"

const endpoint: Endpoint = {
  id: "whk_1",
  url: "https://hooks.example.com/gatehouse",
  description: "Team chat",
  events: ["document.blocked"],
  disabled: null,
  failingSince: null,
  lastDeliveredAt: null,
  previousSecretExpiresAt: null,
  createdAt: 0
}
const events = selectableEventTypes.map((type) => ({ type, cause: eventCatalog[type].cause }))

/** Renders the list of these endpoints. */
const listOf = (endpoints: ReadonlyArray<Endpoint>) =>
  pageShown(Webhooks, { path: "/settings/webhooks", answers: [[["webhooks", "list"], { endpoints, events }]] })

describe("the list of webhook endpoints", () => {
  it("shows name, URL, state and events of each", () => {
    const html = listOf([
      endpoint,
      { ...endpoint, id: "whk_2", description: "", events: ["lead.spam", "key.created"], failingSince: 1 },
      { ...endpoint, id: "whk_3", disabled: { reason: "gone", at: 1 }, events: [...selectableEventTypes] }
    ])
    for (
      const text of ["Team chat", ">hooks.example.com<", "Document blocked", "Spam lead, API key created", "All events"]
    ) {
      expect(html).toContain(text)
    }
    for (const state of ["Enabled", "Failing", "Disabled"]) expect(html).toContain(`>${state}<`)
    expect(html).not.toContain("reached its limit")
  })

  it("explains an empty list, and how to continue at the maximum", () => {
    expect(listOf([])).toContain("No webhook endpoints yet")
    const full = listOf(Array.from({ length: endpointsMax }, (_, at) => ({ ...endpoint, id: `whk_${at}` })))
    expect(full).toContain(`limit of ${endpointsMax} endpoints. Delete one before you create another.`)
  })
})

describe("events", () => {
  it("each belong to one group and have their own label", () => {
    const grouped = groupEvents(events).flatMap(({ events }) => events.map(({ type }) => type))
    expect(grouped.toSorted()).toEqual(selectableEventTypes.toSorted())
    expect(new Set(Object.values(eventLabels)).size).toBe(Object.keys(eventLabels).length)
  })

  it("appear in the groups that the account can choose from", () => {
    const own = events.filter(({ type }) => !eventCatalog[type].isForOperator)
    expect(groupEvents(own).map(({ title }) => title)).toEqual(["Checks", "Account"])
  })

  it("of an endpoint are listed in a few words", () => {
    expect(eventsText(["lead.spam"], 9)).toBe("Spam lead")
    expect(eventsText(["lead.spam", "credits.low", "key.created"], 9)).toBe("Spam lead, Low balance and 1 more")
    expect(eventsText(["lead.spam"], 1)).toBe("Spam lead")
  })
})

describe("an endpoint", () => {
  it("is named by its description, or by the host of its URL", () => {
    expect(endpointName(endpoint)).toBe("Team chat")
    expect(endpointName({ ...endpoint, description: "", url: "https://a.example:8443/b" })).toBe("a.example:8443")
  })

  it("that a person disabled is no problem; any other cause is shown as a problem with instructions", () => {
    expect(endpointState({ disabled: { reason: "manual", at: 0 }, failingSince: 1 }).tone).toBe("plain")
    for (const reason of ["failing", "gone", "backlog"] as const) {
      expect(endpointState({ disabled: { reason, at: 0 }, failingSince: null }).tone).toBe("bad")
      expect(disabledTexts[reason].toLowerCase()).toContain("enable the endpoint")
    }
  })

  it("is saved with the changed fields only", () => {
    const stored = { url: "https://a.example/", description: "a", events: ["lead.spam", "key.created"] } as const
    expect(changedFields(stored, { ...stored, url: " https://a.example/ ", events: ["key.created", "lead.spam"] }))
      .toEqual({})
    expect(changedFields(stored, { ...stored, description: "" })).toEqual({ description: "" })
    expect(changedFields(stored, { ...stored, url: "https://b.example/", events: ["lead.spam"] })).toEqual({
      url: "https://b.example/",
      events: ["lead.spam"]
    })
  })
})

describe("a delivery", () => {
  it("shows the error or the status of its last attempt", () => {
    expect(attemptResult(null)).toBe("No attempt yet")
    expect(attemptResult({ at: 0, millis: 1, status: 204, error: null })).toBe("Status 204")
    expect(attemptResult({ at: 0, millis: 1, status: null, error: "No response within 15 seconds." })).toBe(
      "No response within 15 seconds."
    )
  })

  it("names its next attempt, also if it is due", () => {
    expect(nextAttemptText(null, 0)).toBe(null)
    expect(nextAttemptText(5_000, 10_000)).toBe("Next attempt within a minute")
    expect(nextAttemptText(180_000, 0)).toBe("Next attempt in 3 minutes")
  })

  it("can be resent, unless its first attempt is due anyway", () => {
    expect(resendLabel({ state: "failed", attempts: 0 })).toBe("Resend")
    expect(resendLabel({ state: "delivered", attempts: 1 })).toBe("Resend")
    expect(resendLabel({ state: "pending", attempts: 1 })).toBe("Retry now")
    expect(resendLabel({ state: "pending", attempts: 0 })).toBe(null)
  })

  it("is reloaded while it is pending, more often if an attempt is close", () => {
    const pending = (nextAttemptAt: number) => ({ state: "pending", nextAttemptAt }) as const
    const now = 1_000_000
    expect(deliveryRefetchMillis([], now)).toBe(null)
    expect(deliveryRefetchMillis([{ state: "failed", nextAttemptAt: null }], now)).toBe(null)
    expect(deliveryRefetchMillis([pending(now + 3_600_000)], now)).toBe(30_000)
    expect(deliveryRefetchMillis([pending(now + 3_600_000), pending(now + 5_000)], now)).toBe(2_000)
    expect(deliveryRefetchMillis([pending(now - 1)], now)).toBe(2_000)
    // During an attempt, the stored time of the next one is the end of the claim.
    expect(deliveryRefetchMillis([pending(now + claimMillis)], now)).toBe(2_000)
  })

  it("shows its payload with indentation", () => {
    expect(formatPayload(`{"type":"lead.spam","data":{}}`)).toBe(`{\n  "type": "lead.spam",\n  "data": {}\n}`)
  })
})
