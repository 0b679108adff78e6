import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { expect, it } from "vitest"
import {
  AllowedRoles,
  allRoles,
  CurrentMember,
  SessionAuth
} from "../../../../../adapters/http/account/api/SessionAuth.ts"
import { DashboardOptions } from "../../../../../adapters/http/account/session/DashboardOptions.ts"
import * as SessionAuthServed from "../../../../../adapters/http/account/session/SessionAuth.ts"
import { Secrets } from "../../../../../core/kernel/Secrets.ts"
import type { Member } from "../../../../../core/members/Member.ts"
import { Members } from "../../../../../core/members/Members.ts"
import type { Role } from "../../../../../core/members/Role.ts"
import { MemberSessions } from "../../../../../core/members/sessions/MemberSessions.ts"

const token = "A".repeat(43)

const memberWith = (role: Role): Member => ({
  id: "mem_1",
  accountId: "acc_1",
  email: "ann@example.org",
  emailKey: "ann@example.org",
  name: "Ann",
  role,
  passwordHash: "",
  createdAt: new Date(),
  lastSeenAt: new Date()
})

const session = {
  id: "ses_1",
  memberId: "mem_1",
  digest: token,
  createdAt: new Date(),
  lastSeenAt: new Date(),
  expiresAt: new Date(Date.now() + 60_000),
  userAgent: "",
  address: ""
}

const outcome = (role: Role, endpoint: unknown) => {
  const ports = Layer.mergeAll(
    Layer.succeed(Members, { findById: () => Effect.succeed(memberWith(role)) } as never),
    Layer.succeed(MemberSessions, { find: () => Effect.succeed(session) } as never),
    Layer.succeed(Secrets, { sha256Hex: (text: string) => text } as never),
    Layer.succeed(DashboardOptions, { publicUrl: null, resolveClientAddress: (peer: string) => peer } as never)
  )
  const request = HttpServerRequest.fromWeb(
    new Request("http://localhost/", { headers: { cookie: `gatehouse=${token}` } })
  )
  const handler = Effect.map(CurrentMember, ({ memberId }) => HttpServerResponse.text(memberId))
  return Effect.runPromise(
    Effect.gen(function*() {
      const check = yield* SessionAuth
      const group = HttpApiGroup.make("group")
      return yield* check(handler, { endpoint: endpoint as never, group: group as never })
    }).pipe(
      Effect.match({ onFailure: (failure) => (failure as { _tag: string })._tag, onSuccess: ({ status }) => status }),
      Effect.provide(SessionAuthServed.layer.pipe(Layer.provide(ports))),
      Effect.provideContext(Context.make(HttpServerRequest.HttpServerRequest, request))
    ) as Effect.Effect<string | number>
  )
}

const endpoint = HttpApiEndpoint.get("any", "/any")

it("admits the roles that an endpoint names", async () => {
  const named = endpoint.annotate(AllowedRoles, ["owner", "member"])
  expect(await Promise.all(allRoles.map((role) => outcome(role, named)))).toEqual([200, 200, "NotAllowed"])
})

it("refuses every role if an endpoint names none", async () => {
  expect(await Promise.all(allRoles.map((role) => outcome(role, endpoint)))).toEqual(allRoles.map(() => "NotAllowed"))
})
