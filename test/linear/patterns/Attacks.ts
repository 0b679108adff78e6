import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp"
import { Alphabet, leavesIn } from "./Alphabet.ts"

/**
 * Parts of a text that grows with a count.
 *
 * The text is `head`, then `pump` repeated `count` times, then the same for each item of `more`, then `tail`.
 */
export interface Attack {
  readonly head: string
  readonly pump: string
  readonly more?: ReadonlyArray<{ readonly head: string; readonly pump: string }>
  readonly tail: string
}

/** Maximum count of a short repetition, which costs little with any text. */
const shortRepetitionMax = 15
/** Maximum number of characters to use as pumps of a repetition. */
const pumpCharactersMax = 12
/** Number of words built for the same part of an expression. */
const variants = 4

const parser = new RegExpParser()

/**
 * Returns texts that make a backtracking search as slow as possible, for each long repetition.
 *
 * The pump is a text that the repetition matches, the text before the repetition, or both. The first kind detects two
 * repetitions that compete for the same characters. The other kinds detect a search that fails late and starts again at
 * each position. Tails prevent a match at the end.
 */
export const buildAttacks = (source: string, flags: string): ReadonlyArray<Attack> => {
  const [unicode, unicodeSets] = [flags.includes("u"), flags.includes("v")]
  const pattern = parser.parsePattern(source, 0, source.length, { unicode, unicodeSets })
  const repetitions: Array<AST.Quantifier> = []
  let hasEdges = false
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max > shortRepetitionMax) repetitions.push(node)
    },
    onAssertionEnter: () => {
      hasEdges = true
    }
  })
  if (repetitions.length === 0) return []
  const alphabet = new Alphabet(pattern, flags)
  const attacks = new Map<string, Attack>()
  for (const repetition of repetitions) {
    for (const attack of attacksOnRepetition(repetition, alphabet, hasEdges)) {
      if (attack.pump !== "") attacks.set(JSON.stringify(attack), attack)
    }
  }
  return [...attacks.values()]
}

function* attacksOnRepetition(repetition: AST.Quantifier, alphabet: Alphabet, hasEdges: boolean): Generator<Attack> {
  const { breaker } = alphabet
  const pumps = pumpsOf(repetition, alphabet)
  for (let variant = 0; variant < variants; variant++) {
    const [head, rest] = wordsAround(repetition, variant, alphabet)
    for (const pump of pumps) {
      for (const tail of ["", breaker, "\n", `${breaker}\n`, rest + breaker, `${rest}\n`]) {
        yield { head, pump, tail }
        // Prevents a match at the beginning, which could consume the text on which later attempts are slow.
        if (hasEdges) yield { head: breaker + head, pump, tail }
        yield { head: "", pump: head + pump, tail }
        yield { head: "", pump: head, tail }
      }
    }
  }
}

/** Returns words and characters that a repetition can match. */
const pumpsOf = ({ element }: AST.Quantifier, alphabet: Alphabet): ReadonlyArray<string> => {
  const words = Array.from({ length: variants }, (_, variant) => wordOf(element, variant, alphabet))
  const characters = new Set(leavesIn(element).flatMap((leaf) => alphabet.charactersOf(leaf)))
  return [...new Set([...words, ...[...characters].slice(0, pumpCharactersMax)])]
}

/** Returns words for everything before and after a node in the whole expression. */
const wordsAround = (
  node: AST.Node,
  variant: number,
  alphabet: Alphabet
): readonly [before: string, behind: string] => {
  let [before, behind] = ["", ""]
  for (let inner = node; inner.parent !== null; inner = inner.parent) {
    if (inner.parent.type !== "Alternative") continue
    const { elements } = inner.parent
    const at = elements.indexOf(inner as AST.Element)
    before = elements.slice(0, at).map((element) => wordOf(element, variant, alphabet)).join("") + before
    behind += elements.slice(at + 1).map((element) => wordOf(element, variant, alphabet)).join("")
  }
  return [before, behind]
}

/** Returns a short text that a part of an expression matches. */
const wordOf = (node: AST.Element, variant: number, alphabet: Alphabet): string => {
  switch (node.type) {
    case "Group":
    case "CapturingGroup": {
      const alternative = node.alternatives[variant % node.alternatives.length]!
      return alternative.elements.map((element) => wordOf(element, variant, alphabet)).join("")
    }
    case "Quantifier": {
      const times = node.min === 0 ? Math.min(variant % 2, node.max) : node.min
      return wordOf(node.element, variant, alphabet).repeat(times)
    }
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass": {
      const characters = alphabet.charactersOf(node)
      return characters[variant % characters.length] ?? ""
    }
    default:
      return ""
  }
}
