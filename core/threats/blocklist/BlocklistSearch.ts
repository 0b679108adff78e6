import { Result } from "effect"
import { expressionOf } from "../../urls/Canonicalize.ts"
import { parseWebUrl } from "../../urls/WebUrl.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"
import { blocklistTargetsOf } from "./BlocklistTargets.ts"

/** Search of the blocklist: entries that contain the text, and entries that cover it as a URL or host. */
export interface BlocklistSearch {
  /** Substring of an expression, not empty. The case of A to Z is ignored, and there are no wildcards. */
  readonly text: string
  /** Empty if the text is neither a URL nor a host. */
  readonly targets: ReadonlyArray<BlocklistTarget>
}

/**
 * Parses search input. `https://login.example.com/verify` finds entries that contain `login.example.com/verify` and the entry for
 * the domain `example.com`. Returns null for blank input.
 */
export const parseBlocklistSearch = (typed: string): BlocklistSearch | null => {
  const text = typed.trim().replace(/^https?:\/\//i, "")
  if (text === "") return null
  const parsed = parseWebUrl(`http://${text}`)
  if (Result.isFailure(parsed)) return { text, targets: [] }
  const targets = blocklistTargetsOf(parsed.success)
  const [reading] = parsed.success.readings
  // Entries are stored in Punycode: `bücher.example` as `xn--bcher-kva.example`.
  return isAscii(text)
    ? { text, targets }
    : { text: text.includes("/") ? expressionOf(reading) : reading.host, targets }
}

const isAscii = (text: string): boolean => [...text].every((character) => character < "\u0080")
