import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Role, roles } from "../../../core/members/Role.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { browserOn } from "./Browser.ts"
import { declaredEndpoints, pathWith } from "./Declared.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: InProcessServer
const signed = new Map<Role, Signed>()
beforeAll(async () => {
  server = await startServerInProcess()
  for (const role of roles) signed.set(role, await signedIn(server, role))
  // Adds another owner, so that no permitted call affects the last owner or ends the session of these tests.
  await signedIn(server, "owner")
})
afterAll(() => server.stop())

/** Groups of endpoints that only owners may use, and groups that every role may use. */
const ownersOnly = ["managementKeys", "members", "retention"]
const everyones = ["session", "leads", "threats"]

const emptyBody = { body: {} }

describe.each(declaredEndpoints.filter(({ roles }) => roles !== null))("$method $path ($name)", (endpoint) => {
  const [group] = endpoint.name.split(".") as [string]
  const path = pathWith(endpoint, "0")
  const hasBody = ["POST", "PUT", "PATCH"].includes(endpoint.method)

  it("names the permitted roles, in accordance with their description", () => {
    const expected = ownersOnly.includes(group)
      ? ["owner"]
      : everyones.includes(group)
      ? ["owner", "member", "reviewer"]
      : ["owner", "member"]
    expect(endpoint.roles).toEqual(expected)
  })

  it("is closed to clients without a valid session", async () => {
    for (const cookie of ["", "gatehouse=", `gatehouse=${"A".repeat(43)}`, "gatehouse=../../etc", "other=1"]) {
      const { json, status } = await browserOn(server.port, cookie).request(endpoint.method, path, emptyBody)
      expect([cookie, status, json._tag]).toEqual([cookie, 401, "SignInRequired"])
    }
  })

  it.each(roles)("is open to %s as declared", async (role) => {
    const { json, status } = await signed.get(role)!.request(endpoint.method, path, hasBody ? emptyBody : {})
    if (endpoint.roles!.includes(role)) {
      expect([401, 403, 405, 415, 500, 501]).not.toContain(status)
    } else {
      expect([status, json._tag, typeof json.message]).toEqual([403, "NotAllowed", "string"])
    }
  })
})

it("the tests cover the whole declaration", () => {
  expect(declaredEndpoints.length).toBeGreaterThan(45)
  expect(declaredEndpoints.filter(({ roles }) => roles === null).map(({ name }) => name)).toEqual([
    "entry.signIn",
    "entry.readInvitation",
    "entry.acceptInvitation",
    "entry.readPasswordLink",
    "entry.resetPassword",
    "entry.signOut"
  ])
})
