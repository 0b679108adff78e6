import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { userInfo } from "node:os"
import { resolveAccount } from "../../../core/accounts/ManageAccounts.ts"
import { authorCharsMax, commandLineName, unknownAuthor } from "../../../core/audit/ActorName.ts"
import type { Actor } from "../../../core/audit/Audit.ts"
import { entryText } from "../../../core/threats/blocklist/BlocklistEntry.ts"

export const accountFlag = Flag.String("account").pipe(
  Flag.withMetavar("ID or NAME"),
  Flag.withDescription("Account, by id or name; may be left out when there is only one"),
  Flag.optional
)

/** The account that the flag means. */
export const accountOf = (flag: Option.Option<string>) =>
  Effect.suspend(() => resolveAccount(Option.getOrUndefined(flag)))

export const authorFlag = Flag.String("author").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Who decides this, for audits (default: the name of the account that runs the command)"),
  Flag.filter(
    (name) => entryText(name) !== "" && name.length <= authorCharsMax,
    () => `--author must be 1 to ${authorCharsMax} characters`
  ),
  Flag.optional
)

/** Who works here: as the command says, or as the machine knows them; `operator` where neither does. */
export const authorOf = (flag: Option.Option<string>): string =>
  entryText(Option.getOrElse(flag, accountName)) || unknownAuthor

/** As the audit log of an account names who works here: as the machine knows them, or as the command says. */
export const commandLineActor = (flag: Option.Option<string> = Option.none()): Actor => ({
  name: commandLineName(authorOf(flag)),
  memberId: null,
  address: ""
})

const accountName = (): string => {
  try {
    return userInfo().username.slice(0, authorCharsMax)
  } catch {
    // An account without a name (in a container), or a runtime that does not tell.
    return ""
  }
}

/** Rows of one answer at most. */
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
  Flag.withDescription("Only rows older than this one: the number in the first column of the last row shown"),
  Flag.optional
)

/** What an empty page says: of a list that holds nothing, or of a page beyond its end. */
export const whenPageEmpty = (before: Option.Option<number>, things: string, whenListEmpty: string): string =>
  Option.match(before, { onNone: () => whenListEmpty, onSome: (number) => `There are no ${things} before ${number}.` })
