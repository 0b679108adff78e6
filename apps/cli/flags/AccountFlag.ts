import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { resolveAccount } from "../../../core/accounts/ManageAccounts.ts"

export const accountFlag = Flag.String("account").pipe(
  Flag.withMetavar("ID or NAME"),
  Flag.withDescription("Account, by id or name; may be left out when there is only one"),
  Flag.optional
)

/** The account that the flag means. */
export const accountOf = (flag: Option.Option<string>) =>
  Effect.suspend(() => resolveAccount(Option.getOrUndefined(flag)))
