import { Effect } from "effect"
import { expect, it } from "vitest"
import { CurrentMember } from "../../../adapters/http/account/api/SessionAuth.ts"
import { visibleEngine } from "../../../adapters/http/account/handlers/ThreatLists.ts"
import { type EngineStatus, MalwareEngine } from "../../../core/documents/MalwareEngine.ts"
import { type Role, roles } from "../../../core/members/Role.ts"

const down: EngineStatus = {
  name: "ClamAV",
  state: "down",
  required: true,
  version: "1.4.6",
  signatures: null,
  problem: "The connection to clamd failed: connect ECONNREFUSED 10.0.0.1:3310."
}

const shownTo = (role: Role, isOperators: boolean, status: EngineStatus | null = down) =>
  visibleEngine(isOperators).pipe(
    Effect.provideService(
      MalwareEngine,
      status === null ? null : {
        name: "ClamAV",
        isRequired: true,
        scan: () => Effect.die("no document is scanned"),
        status: Effect.succeed(status)
      }
    ),
    Effect.provideService(CurrentMember, {
      sessionId: "ses_1",
      address: "",
      memberId: "mem_1",
      accountId: "acc_1",
      name: "Ann",
      email: "ann@example.com",
      role
    }),
    Effect.runPromise
  )

it.each(roles)("the engine's state is shown to %s, and its problem only to the operator's owner", async (role) => {
  const shown = await shownTo(role, true)
  expect(shown).toMatchObject({ state: "down", version: "1.4.6" })
  if (role === "owner") expect(shown!.problem).toBe(down.problem)
  else expect(shown!.problem).not.toContain("10.0.0.1")
  expect((await shownTo(role, false))!.problem).not.toContain("10.0.0.1")
})

it("is null without an engine", async () => {
  expect(await shownTo("owner", true, null)).toBe(null)
})
