import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { eventOfRequest } from "../../../core/events/AccountEvent.ts"
import { eventCatalog, eventTypes, isEventType } from "../../../core/events/EventCatalog.ts"

describe.each(eventTypes)("%s", (type) => {
  const { data, example } = eventCatalog[type]

  it("has an example that conforms to its schema in every field", () => {
    expect(Schema.is(data as Schema.Codec<unknown>)(example)).toBe(true)
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(data.fields).toSorted())
    for (const field of Object.keys(example)) {
      const { [field as never]: _, ...rest } = example
      expect(Schema.is(data as Schema.Codec<unknown>)(rest)).toBe(false)
    }
  })

  it("contains no field for names, addresses, messages or full URLs", () => {
    const personal = /name|email|address|message|url|subject|text|ip$/
    expect(Object.keys(data.fields).filter((field) => personal.test(field))).toEqual([])
  })
})

it("only listed types are types of events", () => {
  expect(eventTypes.every(isEventType)).toBe(true)
  for (const other of ["toString", "__proto__", "", "lead", "lead.spam "]) expect(isEventType(other)).toBe(false)
})

it("the event of a request has an id derived from the request, so a repeated write stores it once", () => {
  const request = { requestId: "019abc01", accountId: "a", at: new Date(5) }
  const event = eventOfRequest(request, {
    type: "lead.spam",
    data: { verdict: "spam", risk_score: 90, categories: ["x"] }
  })
  expect(event).toEqual({
    id: "evt_019abc01",
    accountId: "a",
    type: "lead.spam",
    at: new Date(5),
    data: { request_id: "019abc01", verdict: "spam", risk_score: 90, categories: ["x"] }
  })
})
