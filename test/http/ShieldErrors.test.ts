import { beforeAll, describe, expect, it } from "vitest"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { asker, expectValidation, siteverify } from "./Contract.ts"

let server: ServerAccount
beforeAll(async () => void (server = await createSharedAccount()))

const asks = asker(() => server, () => "")
const ask = (body: unknown, headers: Readonly<Record<string, string>> = {}) => asks(siteverify.path, body, headers)
const form = { "Content-Type": "application/x-www-form-urlencoded" }

describe("an invalid body is 422 in the validation shape", () => {
  it.each<readonly [string, object, Readonly<Record<string, ReadonlyArray<string>>>]>([
    ["no token", { secret: "s" }, { token: ["The token field is required."] }],
    ["a token that is null", { secret: "s", token: null }, { token: ["The token field must be a string."] }],
    ["a long email", { secret: "s", token: "", email: "x".repeat(1_001) }, {
      email: ["The email field must be at most 1000 characters long."]
    }],
    ["a long text", { secret: "s", token: "", text: "x".repeat(20_001) }, {
      text: ["The text field must be at most 20000 characters long."]
    }],
    ["a long honeypot", { secret: "s", token: "", honeypot: "x".repeat(1_001) }, {
      honeypot: ["The honeypot field must be at most 1000 characters long."]
    }],
    ["a text that is a number", { secret: "s", token: "", text: 7 }, { text: ["The text field must be a string."] }]
  ])("%s", async (_, body, errors) => {
    expectValidation(await ask(body), errors, siteverify)
  })

  it("for a form as well", async () => {
    expectValidation(await ask("secret=s", form), { token: ["The token field is required."] }, siteverify)
    const fields = Array.from({ length: 1_000 }, (_, at) => `f${at}=1`).join("&")
    expectValidation(await ask(`secret=s&token=&${fields}`, form), {
      body: ["The body must contain at most 1000 fields."]
    }, siteverify)
    expectValidation(await ask(`secret=s&token=${"x".repeat(4_097)}`, form), {
      token: ["The token field must be at most 4096 characters long."]
    }, siteverify)
  })
})

describe("`success` is in every response (decision 40)", () => {
  const json = { "Content-Type": "application/json" }
  const valid = { secret: "s", token: "t" }

  it.each<readonly [string, number, BodyInit | null, Readonly<Record<string, string>>]>([
    ["no body and no content type", 422, null, {}],
    ["an empty body", 422, "", json],
    ["half an object", 422, "{\"secret\":", json],
    ["bytes that are not UTF-8", 422, Uint8Array.of(0x7b, 0xff), json],
    ["null", 422, "null", json],
    ["an array", 422, "[]", json],
    ["a number", 422, "7", json],
    ["no fields", 422, "{}", json],
    ["a secret that is null", 422, JSON.stringify({ ...valid, secret: null }), json],
    ["a token that is null", 422, JSON.stringify({ ...valid, token: null }), json],
    ["a text that is a list", 422, JSON.stringify({ ...valid, text: ["x"] }), json],
    ["a text of 20,001 characters", 422, JSON.stringify({ ...valid, text: "x".repeat(20_001) }), json],
    ["a content type of XML", 422, JSON.stringify(valid), { "Content-Type": "application/xml" }],
    ["a multipart form", 422, "--x--", { "Content-Type": "multipart/form-data; boundary=x" }],
    ["a form without a token", 422, "secret=s", form],
    ["a body that is too large", 413, JSON.stringify({ ...valid, padding: "x".repeat(262_144) }), json]
  ])("with %s: false with an error", async (_, status, body, headers) => {
    const response = await fetch(server.baseUrl + siteverify.path, { method: "POST", body, headers })
    expect(response.status).toBe(status)
    const answer = await response.json()
    expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/^The \w+ field|^The body/) })
    if (status === 422) expect(answer).toMatchObject({ message: answer.error, errors: expect.any(Object) })
  })

  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])("with the method %s: false with an error", async (method) => {
    const response = await fetch(server.baseUrl + siteverify.path, { method })
    expect([response.status, await response.json()]).toEqual([405, { success: false, error: expect.any(String) }])
  })
})
