import { Effect } from "effect"
import { actorName } from "../../core/audit/ActorName.ts"
import type { Actor } from "../../core/audit/Audit.ts"
import { Members } from "../../core/members/Members.ts"

/** Returns the actor for browser actions of the member with this email address. */
export const actorOf = Effect.fnUntraced(function*(accountId: string, email: string, address: string) {
  const member = (yield* (yield* Members).list(accountId)).find((one) => one.email === email)
  if (member === undefined) return yield* Effect.die(new Error(`No member has the address ${email}.`))
  return { name: actorName(member), memberId: member.id, address } satisfies Actor
})
