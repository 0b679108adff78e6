import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { userInfo } from "node:os"
import { resolveAccount } from "../../../core/accounts/ManageAccounts.ts"
import { authorCharsMax, commandLineActorName, unknownAuthor } from "../../../core/audit/ActorName.ts"
import type { Actor } from "../../../core/audit/Audit.ts"
import { entryText } from "../../../core/threats/blocklist/BlocklistEntry.ts"

export const accountFlag = Flag.String("account").pipe(
  Flag.withMetavar("ID or NAME"),
  Flag.withDescription("Account, by id or name; optional if there is only one"),
  Flag.optional
)

/** Returns the account that the flag names, or the only account if the flag is missing. */
export const accountFromFlag = (flag: Option.Option<string>) =>
  Effect.suspend(() => resolveAccount(Option.getOrUndefined(flag)))

export const authorFlag = Flag.String("author").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Person who decides this, for audits (default: the name of the system user)"),
  Flag.filter(
    (name) => entryText(name) !== "" && name.length <= authorCharsMax,
    () => `--author must be 1 to ${authorCharsMax} characters`
  ),
  Flag.optional
)

/** Returns the author: the flag's value, or else the system's user name, or else `operator`. */
export const authorOf = (flag: Option.Option<string>): string =>
  entryText(Option.getOrElse(flag, systemUserName)) || unknownAuthor

/** Returns the actor that the audit log records for a command, with the name from `authorOf`. */
export const commandLineActor = (flag: Option.Option<string> = Option.none()): Actor => ({
  name: commandLineActorName(authorOf(flag)),
  memberId: null,
  address: ""
})

const systemUserName = (): string => {
  try {
    return userInfo().username.slice(0, authorCharsMax)
  } catch {
    // The user may have no name, for example in a container, or the runtime does not report it.
    return ""
  }
}

const pageRowsMax = 1_000
const pageRowsDefault = 50

export const limitFlag = Flag.Int("limit").pipe(
  Flag.withMetavar("ROWS"),
  Flag.withDescription(`Rows to show, 1 to ${pageRowsMax} (default ${pageRowsDefault})`),
  Flag.filter((rows) => rows >= 1 && rows <= pageRowsMax, (rows) => `--limit must be 1 to ${pageRowsMax}, not ${rows}`),
  Flag.withDefault(pageRowsDefault)
)

export const beforeFlag = Flag.Int("before").pipe(
  Flag.withMetavar("NUMBER"),
  Flag.withDescription("Only rows before this number, which is in the first column of the last row shown"),
  Flag.optional
)

/** Returns the message for an empty page. It depends on whether the list is empty or the page is beyond its end. */
export const emptyPageText = (before: Option.Option<number>, itemNames: string, whenListEmpty: string): string =>
  Option.match(before, {
    onNone: () => whenListEmpty,
    onSome: (number) => `There are no ${itemNames} before ${number}.`
  })
