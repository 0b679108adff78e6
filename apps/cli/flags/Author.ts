import { Option } from "effect"
import { Flag } from "effect/cli"
import { userInfo } from "node:os"
import { authorCharsMax, commandLineName, unknownAuthor } from "../../../core/audit/ActorName.ts"
import type { Actor } from "../../../core/audit/Audit.ts"
import { entryText } from "../../../core/threats/blocklist/BlocklistEntry.ts"

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
