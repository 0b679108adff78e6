import { Flag } from "effect/cli"
import { userInfo } from "node:os"
import { authorCharsMax } from "../../core/urls/BlocklistEntry.ts"

/** Who works here, as the machine knows them; `operator` where it does not say. */
const accountName = (): string => {
  try {
    return userInfo().username.slice(0, authorCharsMax) || "operator"
  } catch {
    // An account without a name (in a container), or a runtime that does not tell.
    return "operator"
  }
}

export const authorFlag = Flag.String("author").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Who decides this, for audits (default: the name of the account that runs the command)"),
  Flag.filter(
    (name) => name.trim() !== "" && name.length <= authorCharsMax,
    () => `--author must be 1 to ${authorCharsMax} characters`
  ),
  Flag.withDefault(accountName())
)
