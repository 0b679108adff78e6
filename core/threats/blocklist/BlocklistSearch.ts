import { Result } from "effect"
import { expressionOf } from "../../urls/Canonicalize.ts"
import { parseWebUrl } from "../../urls/WebUrl.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"
import { blocklistTargetsOf } from "./BlocklistTargets.ts"

/** What somebody looks for in the blocklist: entries that hold the text, and those that cover the URL or host that it is. */
export interface BlocklistSearch {
  /** Part of an expression, without regard to the case of A to Z; nothing in it is a wildcard. Not empty. */
  readonly text: string
  /** Empty where it is no URL and no host. */
  readonly targets: ReadonlyArray<BlocklistTarget>
}

/**
 * What is meant by what somebody typed or pasted: `https://login.example.com/verify` finds entries with `login.example.com/verify` in them,
 * and the one for all of `example.com`. Null where nothing was typed.
 */
export const blocklistSearchOf = (typed: string): BlocklistSearch | null => {
  const text = typed.trim().replace(/^https?:\/\//i, "")
  if (text === "") return null
  const parsed = parseWebUrl(`http://${text}`)
  if (Result.isFailure(parsed)) return { text, targets: [] }
  const targets = blocklistTargetsOf(parsed.success)
  const [reading] = parsed.success.readings
  // As entries have it: `bücher.example` is kept as `xn--bcher-kva.example`.
  return isAscii(text)
    ? { text, targets }
    : { text: text.includes("/") ? expressionOf(reading) : reading.host, targets }
}

const isAscii = (text: string): boolean => [...text].every((character) => character < "\u0080")
