import { plainLine } from "../kernel/PlainLine.ts"
import type { Person } from "./Audit.ts"

export const authorCharsMax = 100

/** What stands in the place of a member whose data was erased, where others read who decided something. */
export const formerMember = "a former member"

/** Who has decided where nobody is known. */
export const unknownAuthor = "operator"

/** A member as blocklist entries and reviewed submissions keep who decided: by name, or by address where that is nothing to read. */
export const authorName = ({ email, name }: Person): string =>
  plainLine(name.slice(0, authorCharsMax)) || email.slice(0, authorCharsMax)
