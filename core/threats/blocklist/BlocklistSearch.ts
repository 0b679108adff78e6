import { Result } from "effect"
import { formatExpression } from "../../urls/Canonicalize.ts"
import { parseWebUrl } from "../../urls/WebUrl.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"
import { blocklistTargetsOf } from "./BlocklistTargets.ts"

/** Search of the blocklist for entries that contain the text, or that cover it as a URL or host. */
export interface BlocklistSearch {
  /** Nonempty substring of an expression, ignoring the case of A to Z. There are no wildcards. */
  readonly text: string
  /** Targets that cover the text as a URL or host. Empty if the text is neither. */
  readonly targets: ReadonlyArray<BlocklistTarget>
}

/**
 * Parses search input. `https://login.example.com/verify` finds entries that contain `login.example.com/verify` and the
 * entry for the domain `example.com`. Returns null for blank input.
 */
export const parseBlocklistSearch = (typed: string): BlocklistSearch | null => {
  const text = typed.trim().replace(/^https?:\/\//i, "")
  if (text === "") return null
  const parsed = parseWebUrl(`http://${text}`)
  if (Result.isFailure(parsed)) return { text, targets: [] }
  const targets = blocklistTargetsOf(parsed.success)
  const [reading] = parsed.success.readings
  // Expressions of entries are in Punycode: `xn--bcher-kva.example` instead of `bücher.example`.
  return isAscii(text)
    ? { text, targets }
    : { text: text.includes("/") ? formatExpression(reading) : reading.host, targets }
}

const isAscii = (text: string): boolean => [...text].every((character) => character < "\u0080")
