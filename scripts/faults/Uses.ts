import { dirname, join } from "node:path"
import { importsOf } from "../../test/house/Tree.ts"
import type { Uses } from "../../test/select/Dependents.ts"

/** The path of a source in quotes: of a thread or a program that is started by it. */
const quotedSource = /["`]((?:\.{0,2}\/)*[\w.-]+(?:\/[\w.-]+)*\.tsx?)["`]/g

/**
 * Finds what each source runs: what it imports, and the sources whose path stands in it. Unlike `usesOf` of `test/select` this leaves out
 * folders: who names `core` for a list of files would else be near to all of them.
 */
export const runtimeUses = (files: ReadonlyArray<string>, textOf: (file: string) => string): Uses => {
  const known = new Set(files)
  return new Map(
    files.filter((file) => /\.tsx?$/.test(file)).map((file) => {
      const text = textOf(file)
      const imported = importsOf(file, text).filter(({ isType }) => !isType).map(({ to }) => to)
      const types = new Set(importsOf(file, text).filter(({ isType }) => isType).map(({ to }) => to))
      const quoted = [...text.matchAll(quotedSource)].flatMap(([, path]) => [path!, join(dirname(file), path!)])
        .filter((path) => !types.has(path))
      return [file, [...new Set([...imported, ...quoted])].filter((to) => to !== file && known.has(to))]
    })
  )
}
