import { dirname } from "node:path"
import { type Node, parseSync, visitorKeys } from "oxc-parser"
import { describe, expect, it } from "vitest"
import { readText, sources } from "./Tree.ts"

const layers = ["core", "adapters", "apps"] as const

/** Lines of a function, with its head and its end. */
const functionLinesMax: Readonly<Record<typeof layers[number], number>> = { core: 60, adapters: 60, apps: 80 }

/** Files with a longer function; each tells the reason beside it. */
const longFunctions: ReadonlySet<string> = new Set([
  "adapters/storage/sql/migrations/0001_foundation.ts",
  "apps/widget/Session.ts"
])

/** Files of a folder, without those of its subfolders. */
const folderFilesMax = 13

/** Folders that hold one file for each group of endpoints. */
const largeFolders: ReadonlySet<string> = new Set([
  "adapters/http/account/api",
  "adapters/http/account/handlers"
])

const functions = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** Lines of the longest function of a source. */
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
  const files = sources(layer)

  it(`has no function over ${functionLinesMax[layer]} lines, but for those with a reason`, () => {
    const long = files.filter((file) => longestFunction(file) > functionLinesMax[layer])
    expect(long).toEqual(files.filter((file) => longFunctions.has(file)))
  })

  it(`has no folder of more than ${folderFilesMax} files, but for those with a reason`, () => {
    const byFolder = Object.groupBy(files, dirname)
    const large = Object.entries(byFolder).filter(([, its = []]) => its.length > folderFilesMax).map(([folder]) =>
      folder
    )
    expect(large).toEqual([...largeFolders].filter((folder) => folder.startsWith(`${layer}/`)))
  })
})
