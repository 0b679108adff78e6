import { type AST, visitRegExpAST } from "@eslint-community/regexpp"

/** A part of an expression that matches one character. */
export type Leaf = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

/** Characters of the kinds that expressions distinguish. */
const usual = [
  ..." \t\n\r\xa0\u2028aAzZfg05_-.,:;/\\\"'<>()[]{}=+*?!#&%@|$^~`éßяΩ漢あ한\u0301\u200b\u202e\u00ad",
  "\u{1d400}",
  "\u{1f600}",
  "\u{1f1e6}",
  "\x01",
  "\ufffd",
  // No expression names this character.
  "\u{10fffe}"
]

/** Cached expressions of single leaves, by flags and source. Many expressions contain the same leaves. */
const leafExpressions = new Map<string, RegExp>()

const takes = (leaf: string, flags: string, character: string): boolean => {
  const key = `${flags}/${leaf}`
  const known = leafExpressions.get(key)
  const expression = known ?? new RegExp(`^(?:${leaf})$`, flags)
  if (known === undefined) leafExpressions.set(key, expression)
  return expression.test(character)
}

/** Characters for testing an expression: one of each kind that its leaves and assertions distinguish. */
export class Alphabet {
  /** The character that the fewest leaves match. */
  readonly breaker: string
  private readonly characters = new Map<string, ReadonlyArray<string>>()

  constructor(pattern: AST.Pattern, flags: string) {
    const leafFlags = flags.replace(/[gy]/g, "")
    const leaves = [...new Set(leavesIn(pattern).map(({ raw }) => raw))]
    const candidates = new Set(usual)
    visitRegExpAST(pattern, { onCharacterEnter: ({ value }) => void candidates.add(String.fromCodePoint(value)) })
    const kinds = new Map<string, { readonly character: string; readonly taken: ReadonlyArray<boolean> }>()
    for (const character of candidates) {
      const taken = leaves.map((leaf) => takes(leaf, leafFlags, character))
      // Word characters and line ends are separate kinds, because `\b`, `^` and `$` distinguish them.
      const kind = [...taken, /\w/.test(character), /[\n\r\u2028\u2029]/.test(character)].join()
      if (!kinds.has(kind)) kinds.set(kind, { character, taken })
    }
    // Characters that many leaves match come first, because these leaves compete for them.
    const byUse = [...kinds.values()].map(({ character, taken }) => ({
      character,
      taken,
      uses: taken.filter(Boolean).length
    }))
      .toSorted((one, other) => other.uses - one.uses)
    for (const [at, leaf] of leaves.entries()) {
      this.characters.set(leaf, byUse.filter(({ taken }) => taken[at]).map(({ character }) => character))
    }
    this.breaker = byUse.at(-1)!.character
  }

  /** Returns a character of each kind that a leaf matches. */
  charactersOf({ raw }: Leaf): ReadonlyArray<string> {
    return this.characters.get(raw) ?? []
  }
}

/** Lists the leaves within a node. A character class counts as one leaf, without its characters. */
export const leavesIn = (node: AST.Node): ReadonlyArray<Leaf> => {
  const leaves: Array<Leaf> = []
  const add = (leaf: Leaf) => {
    if (!isInClass(leaf)) leaves.push(leaf)
  }
  visitRegExpAST(node, {
    onCharacterEnter: add,
    onCharacterSetEnter: add,
    onCharacterClassEnter: add,
    onExpressionCharacterClassEnter: add
  })
  return leaves
}

const isInClass = ({ parent }: Leaf): boolean =>
  parent !== null && /^(?:CharacterClass|Class|Expression|String)/.test(parent.type)
