import { dirname, join } from "node:path"
import { importsOf } from "../../test/house/Tree.ts"
import type { FileUses } from "../../test/select/AffectedTests.ts"

/** Matches the quoted path of a source, such as a thread or a program to start. */
const quotedSource = /["`]((?:\.{0,2}\/)*[\w.-]+(?:\/[\w.-]+)*\.tsx?)["`]/g

/**
 * Finds the sources that each source runs: its imports, and the sources whose path it quotes.
 *
 * Unlike `findUses` in `test/select`, it ignores folders. A file that names `core` to list files would otherwise count
 * as a direct user of all these files.
 */
export const runtimeUses = (files: ReadonlyArray<string>, textOf: (file: string) => string): FileUses => {
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
