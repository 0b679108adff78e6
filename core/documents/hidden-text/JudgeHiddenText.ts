import type { Fact, HiddenTextKind } from "../facts/Fact.ts"
import { truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { findModelOrder } from "./FindModelOrders.ts"
import { decodeInvisible } from "./InvisibleCharacters.ts"

/** Minimum letters of hidden text that is reported. Programs leave stray spaces and marks. */
export const hiddenLettersMin = 12

/** Maximum characters of visible text that are searched for orders, which do not lower the rating. */
export const visibleCharsMax = 50_000

/**
 * Judges text that readers do not see but programs do, and orders to language models. Hidden text alone is common and
 * harmless. Visible orders are only reported, because papers and manuals quote them.
 */
export const judgeHiddenText = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> =>
  facts.flatMap((fact) =>
    fact.kind === "hidden text" ? judgeHidden(fact) : fact.kind === "text" ? judgeVisible(fact) : []
  )

const judgeHidden = ({ how, text, where }: Extract<Fact, { readonly kind: "hidden text" }>): ReadonlyArray<Finding> => {
  const order = findModelOrder(text)
  if (order !== null) return [makeFinding("HIDDEN_INSTRUCTIONS", "hidden", [how, truncateToLine(order)], where)]
  const isUsual = usualKinds.has(how) || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < hiddenLettersMin
  return isUsual ? [] : [makeFinding("HIDDEN_TEXT", "hidden", [how, truncateToLine(text.trim())], where)]
}

/** Kinds that ordinary documents contain for good reasons: search, accessibility and cataloging. */
const usualKinds: ReadonlySet<HiddenTextKind> = new Set(["text layer of a scan", "an alternative text", "metadata"])

const judgeVisible = ({ text, where }: Extract<Fact, { readonly kind: "text" }>): ReadonlyArray<Finding> => {
  const smuggled = decodeInvisible(text).flatMap((one) => judgeHidden({ kind: "hidden text", ...one, where }))
  const order = findModelOrder(text.slice(0, visibleCharsMax))
  return order === null
    ? smuggled
    : [...smuggled, makeFinding("MODEL_INSTRUCTIONS", "visible", [truncateToLine(order)], where)]
}
