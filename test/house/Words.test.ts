import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { type Node, parseSync, visitorKeys } from "oxc-parser"
import { describe, expect, it } from "vitest"
import { readText, root, sourceFiles } from "./Tree.ts"

type Avoided = ReadonlyArray<readonly [word: RegExp, instead: string]>

/** Patterns of unidiomatic words in prose, with the words to use instead. */
const avoidedInProse: Avoided = [
  [/\b(?:whoever|(?<!`)nobody|somebody|anybody|everybody)\b/i, "the user, the caller, the client, no one"],
  [/(?:^|[.;:*] )whom?\b|\b(?:for|to|of|by|with|from|than) who\b/i, "name the actor first"],
  [/\bnone the less\b|\ball the same\b/i, "still, even so, anyway"],
  [/\b(?:is|are|was|were|be|been) (?:told|said|asked)\b/i, "is reported, returned, requested"],
  [/\b(?:tells? (?:so|of)|says? of)\b/i, "reports, mentions"],
  [/\b(?:comes? of|came of|makes? of) (?:it|them|that|this)\b/i, "results in"],
  [/\bstands? (?:at|behind|before|beside|there|in)\b(?! for)/i, "is, is located, appears"],
  [/\blook-ups?\b/i, "lookup"],
  [/\bgo(?:es)? without\b/i, "does not need, omits"],
  [/\bone's\b/i, "your, the user's"],
  [/\b(?:can|may|could|to|not) be had\b/i, "is available"],
  [/(?<!there )\b(?:is|are|was|were) no (?!longer|less|more|better|different|later|earlier)\w/i, "is not a"],
  [/\b(?:hold|know)s? no\b|\bholds? of\b/i, "contains no, does not know, applies to"],
  [/\b(?:all|none|nothing|no \w+) of (?:it|that) (?:is|are|was)\b/i, "the whole, nothing"],
  [/\bthe one (?:that|who|which) (?:is|are|was)\b|\bthe like\b/i, "name the thing"],
  [/\btak(?:e|es|en|ing) back\b/i, "undo, revoke, remove"],
  [/\bby itself\b/i, "automatically, on its own"],
  [/\bany more\b|\bfor ever\b/i, "no longer, forever"],
  [/\b(?:lest|upon|hence|whence|thereof|therein|wherein|hitherto|whilst|amongst|shall)\b/i, "modern words"],
  [
    /\b(?:behaviour|colour|neighbour|favour|honour|spelt|learnt|licence|offence|defence|centre|catalogue|judgement|artefact|cancell(?:ed|ing))\w*\b|\b(?<!aria-)labell(?:ed|ing)\b/i,
    "American spelling"
  ],
  [
    /\b(?:analy|recogni|normali|organi|summari|initiali|optimi|seriali|categori|customi|minimi|maximi|authori|prioriti|synchroni)s(?:e[ds]?|ing|ation)\b/i,
    "American spelling"
  ]
]

/**
 * Patterns of words to avoid in names, with the words to use instead.
 *
 * The words are from a private vocabulary or British. A name is matched as separate words in lower case:
 * `unknownSettingsTold` as `unknown settings told`.
 */
const avoidedInNames: Avoided = [
  [/\b(?:told|tells?)\b/, "data, reported, notify"],
  [/\b(?:said|says?|sayings?)\b/, "label, message, format"],
  [/\b(?:asked|asks?)\b/, "requested, request"],
  [/\bnoted\b/, "recorded, audit"],
  [/\b(?:deeds?|doings?|slips?|passages?)\b/, "action, typo, context, segment"],
  [/^(?:kept|taken|given|gone|begun|spent)\b/, "cached, used, options, removed, started"],
  [/\b(?:ways?|whom|whose)\b/, "handler, route, kind, owner"],
  [/\bwords of$/, "labels, messages"],
  [
    /\b(?:behaviour|colours?|neighbours?|licence|grey|spelt|catalogue|offence|judgement|centre)\b/,
    "American spelling"
  ]
]

/**
 * Reports whether the words of a file may change. Released migrations must not change, and data files are lists of
 * words.
 */
const isEditable = (file: string): boolean =>
  !file.startsWith("adapters/storage/sql/migrations/") && !file.includes("/data/")

interface Words {
  readonly comments: ReadonlyArray<string>
  /** Exported names, the file's name and, in product code, members of types and classes. */
  readonly names: ReadonlyArray<string>
  /** Strings and JSX texts of at least three words; only in product code. */
  readonly texts: ReadonlyArray<string>
}

const wordsInText = (text: string): number => text.match(/(?<![\w-])[A-Za-z][a-z']*(?![\w-])/g)?.length ?? 0
const textWordsMin = 3
const sqlStart = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE|AND)\b/

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Collects the texts and member names of a program. */
const textsAndMembers = (program: Node): { readonly texts: Array<string>; readonly members: Array<string> } => {
  const texts: Array<string> = []
  const members: Array<string> = []
  const visit = (node: Node): void => {
    if (node.type === "Literal" && typeof node.value === "string") texts.push(node.value)
    else if (node.type === "JSXText") texts.push(node.value.replace(/\s+/g, " "))
    else if (node.type === "TemplateLiteral") texts.push(node.quasis.map(({ value }) => value.cooked).join("…"))
    else if (/^(?:TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type)) {
      const key: unknown = Reflect.get(node, "key")
      if (isNode(key) && key.type === "Identifier") members.push(key.name)
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child: unknown = Reflect.get(node, key)
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one)
    }
  }
  visit(program)
  return { texts: texts.filter((text) => wordsInText(text) >= textWordsMin && !sqlStart.test(text)), members }
}

const wordsOfFile = (file: string, isProduct: boolean): Words => {
  const text = readText(file)
  const { comments, module, program } = parseSync(file, text)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => exportName.name ?? [])
  )
  const { members, texts } = isProduct ? textsAndMembers(program) : { members: [], texts: [] }
  return {
    comments: comments.map(({ value }) => value),
    names: [...exported, basename(file).replace(/\..*$/, ""), ...members],
    texts
  }
}

const productFolders: ReadonlyArray<string> = ["core", "adapters", "apps"]
const words = [...productFolders, "scripts", "examples", "test"].flatMap((folder) =>
  sourceFiles(folder).filter(isEditable).map((file) => ({
    file,
    ...wordsOfFile(file, productFolders.includes(folder))
  }))
)

/** Returns the paragraphs of a page without its code. */
const paragraphsOf = (file: string): ReadonlyArray<string> =>
  readText(file).replace(/```[^]*?```/g, "").replace(/`[^`\n]*`/g, "`…`").split(/\n\s*\n|\n(?=[-|])/)
    .map((paragraph) => paragraph.replace(/\s+/g, " "))

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
].map((file) => ({ file, paragraphs: paragraphsOf(file) }))

/** Returns the first match in each text, with its file and the text around it. */
const matches = (word: RegExp, file: string, texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => {
    const match = word.exec(text)
    return match === null
      ? []
      : [`${file}: …${text.slice(Math.max(0, match.index - 30), match.index + 50).trim().replace(/\s+/g, " ")}…`]
  })

const namesWith = (word: RegExp, file: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => word.test(name.replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, " ").toLowerCase()))
    .map((name) => `${file}: ${name}`)

/** Names that the API or the command line's JSON fixes. */
const fixedNames: ReadonlySet<string> = new Set([
  "apps/cli/feeds/FeedTables.ts: licence",
  "apps/dashboard/pages/rules/ParseRules.ts: kept"
])

describe.each([
  ["comments", words.map(({ comments, file }) => [file, comments] as const)],
  ["texts", words.map(({ file, texts }) => [file, texts] as const)],
  ["pages", pages.map(({ file, paragraphs }) => [file, paragraphs] as const)]
])("%s", (_, files) => {
  it.each(avoidedInProse)("do not use %s, but: %s", (word) => {
    expect(files.flatMap(([file, texts]) => matches(word, file, texts))).toEqual([])
  })
})

describe("names", () => {
  it.each(avoidedInNames)("do not contain %s, but: %s", (word) => {
    expect(words.flatMap(({ file, names }) => namesWith(word, file, names)).filter((name) => !fixedNames.has(name)))
      .toEqual([])
  })
})
