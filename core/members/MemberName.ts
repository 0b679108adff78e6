import { Effect } from "effect"
import { checkName, InvalidName } from "../kernel/InvalidName.ts"

/** Ends of lines; embeddings, overrides and isolates of direction (Unicode Standard Annex 9, section 2). */
const misleading = /[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** A name of a member, who chooses it: one that reads otherwise than it stands could pass for another's in lists and in the log. */
export const checkMemberName = (name: string): Effect.Effect<string, InvalidName> =>
  Effect.flatMap(
    checkName(name.toWellFormed()),
    (checked) =>
      misleading.test(checked)
        ? Effect.fail(new InvalidName({ message: "A name may not change the direction of writing." }))
        : Effect.succeed(checked)
  )
