import { dirname } from "node:path"
import { type Node, parseSync, visitorKeys } from "oxc-parser"
import { describe, expect, it } from "vitest"
import { readText, sourceFiles } from "./Tree.ts"

const layers = ["core", "adapters", "apps"] as const

/** Maximum lines of a function in each layer, including its first and last line. */
const functionLinesMax: Readonly<Record<typeof layers[number], number>> = { core: 60, adapters: 60, apps: 80 }

/**
 * Files with a function that exceeds the maximum.
 *
 * A released migration cannot change, and a comment in the widget explains its exception.
 */
const longFunctions: ReadonlySet<string> = new Set([
  "adapters/storage/sql/migrations/0001_foundation.ts",
  "apps/widget/Session.ts"
])

/** Maximum number of files in a folder, without its subfolders. */
const folderFilesMax = 13

/** Folders that contain one file for each group of endpoints, for each migration, or for each entry of the library. */
const largeFolders: ReadonlySet<string> = new Set([
  "adapters/http/account/api",
  "adapters/http/account/handlers",
  "apps/library",
  "adapters/storage/sql/migrations"
])

const functions = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** Returns the number of lines of the longest function in a file. */
const longestFunction = (file: string): number => {
  const text = readText(file)
  let longest = 0
  const visit = (node: Node): void => {
    if (functions.test(node.type)) longest = Math.max(longest, text.slice(node.start, node.end).split("\n").length)
    for (const key of visitorKeys[node.type] ?? []) {
      const child: unknown = Reflect.get(node, key)
      for (const one of [child].flat()) if (isNode(one)) visit(one)
    }
  }
  visit(parseSync(file, text).program)
  return longest
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

describe.each(layers)("%s", (layer) => {
  const files = sourceFiles(layer)

  it(`has no function over ${functionLinesMax[layer]} lines, except for listed files`, () => {
    const long = files.filter((file) => longestFunction(file) > functionLinesMax[layer])
    expect(long).toEqual(files.filter((file) => longFunctions.has(file)))
  })

  it(`has no folder of more than ${folderFilesMax} files, except for listed folders`, () => {
    const byFolder = Object.groupBy(files, dirname)
    const large = Object.entries(byFolder).filter(([, members = []]) => members.length > folderFilesMax).map((
      [folder]
    ) => folder)
    expect(large).toEqual([...largeFolders].filter((folder) => folder.startsWith(`${layer}/`)))
  })
})
