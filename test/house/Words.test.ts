import { parseSync } from "oxc-parser"
import { describe, expect, it } from "vitest"
import { readText, sourceFiles } from "./Tree.ts"

/** Words of translated English and of a private vocabulary, with what is written instead. */
const avoided: ReadonlyArray<readonly [word: RegExp, instead: string]> = [
  [/\b(?:whoever|(?<!`)nobody|somebody|anybody|everybody)\b/i, "the user, the caller, the client, no one"],
  [/(?:^|[.;:*] )whom?\b/i, "name the actor first"],
  [/\bnone the less\b|\ball the same\b/i, "still, even so"],
  [/\b(?:is|are|was|were|be|been) (?:told|said|asked)\b/i, "is reported, returned, requested"],
  [/\b(?:comes? of|came of|makes? of) (?:it|them|that|this)\b/i, "results in"],
  [/\bstands? (?:at|behind|before|beside|there)\b/i, "is, is located"],
  [/\b(?:behaviour|colour|neighbour|spelt|licence|centre|catalogue)\w*\b/i, "American spelling"]
]

/** Released migrations are compared byte by byte, with their comments. */
const isEditable = (file: string): boolean => !file.startsWith("adapters/storage/sql/migrations/")

const commentsOf = (file: string): ReadonlyArray<string> => {
  const text = readText(file)
  return parseSync(file, text).comments.map(({ value }) => value)
}

describe.each(["core", "adapters", "apps", "scripts", "examples", "test"])("comments of %s", (folder) => {
  const comments = sourceFiles(folder).filter(isEditable).flatMap((file) =>
    commentsOf(file).map((comment) => ({ file, comment }))
  )

  it.each(avoided)("do not use %s, but: %s", (word) => {
    const found = comments.filter(({ comment }) => word.test(comment)).map(({ comment, file }) =>
      `${file}: ${word.exec(comment)![0]}`
    )
    expect(found).toEqual([])
  })
})
