import { Effect } from "effect"
import { expect, it } from "vitest"
import { CurrentMember } from "../../../adapters/http/account/api/SessionAuth.ts"
import { visibleSources } from "../../../adapters/http/account/handlers/ThreatLists.ts"
import { type Role, roles } from "../../../core/members/Role.ts"
import { type SourceStatus, WebRisk } from "../../../core/threats/WebRisk.ts"

const live: SourceStatus = {
  name: "embedded",
  kind: "embedded",
  state: "live",
  required: true,
  enforced: true,
  entries: 1,
  bytes: 1,
  updatedAt: null,
  problem: null
}
const problem = "mine has no list yet: `gatehouse feeds update` fetches it; GATEHOUSE_SOURCES_OPTIONAL lets go on."
const down: SourceStatus = { ...live, name: "/etc/lists/mine.txt", kind: "feed", state: "down", problem }

const toldTo = (role: Role, isOperators: boolean) =>
  visibleSources(isOperators).pipe(
    Effect.provideService(WebRisk, { check: () => Effect.die("not asked"), status: Effect.succeed([live, down]) }),
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

it.each(roles)("a source's problem is shown to %s in terms of what the role can do", async (role) => {
  const [fine, wrong] = await toldTo(role, true)
  expect(fine).toEqual(live)
  expect(wrong!.name).toBe(down.name)
  if (role === "owner") expect(wrong!.problem).toBe(problem)
  else expect(wrong!.problem).toMatch(/^Only the operator of this server/)
})

it.each(roles)("%s of another account learns neither a source's problem nor its name", async (role) => {
  expect(JSON.stringify(await toldTo(role, false))).not.toMatch(/GATEHOUSE_|`|mine/)
})
