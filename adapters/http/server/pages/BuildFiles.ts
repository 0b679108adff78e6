import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeStaticFile, type StaticFile } from "./StaticFile.ts"
import { immutableCacheSecondsMax } from "./WidgetFiles.ts"

/** Files that a build of `npm run build` may contain. */
export interface BuildLayout {
  /** Name of the page that every build contains. */
  readonly index: string
  readonly filesMax: number
  /** Reports whether a file name is allowed. Other names could refer to files outside the build's folder. */
  readonly isFileName: (name: string) => boolean
}

/** Content of a build, or the reason why it cannot be served, which the operator has to fix. */
export type Build<A> =
  | { readonly content: A; readonly problem: null }
  | { readonly content: null; readonly problem: string }

/** Calls `read` with the file names in a build's manifest. Returns every error as a problem. */
export const readBuild = <A>(
  folder: string,
  layout: BuildLayout,
  read: (names: ReadonlyArray<string>) => A
): Build<A> => {
  const path = join(folder, "manifest.json")
  if (!existsSync(path)) return broken("it is not built. Run `npm run build`")
  try {
    const names = namesIn(JSON.parse(readFileSync(path, "utf8")), layout)
    if (names === null) return broken(`${path} is from another release. Run \`npm run build\``)
    return names.includes(layout.index)
      ? { content: read(names), problem: null }
      : broken(`its build contains no ${layout.index}. Run \`npm run build\``)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return broken(`its build cannot be read (${message}). Run \`npm run build\``)
  }
}

const broken = (problem: string): Build<never> => ({ content: null, problem })

const namesIn = (
  manifest: { readonly files?: unknown } | null,
  { filesMax, isFileName }: BuildLayout
): ReadonlyArray<string> | null => {
  const files = typeof manifest === "object" ? manifest?.files : undefined
  return Array.isArray(files) && files.length <= filesMax &&
      files.every((name) => typeof name === "string" && isFileName(name))
    ? files
    : null
}

/** Reads a file of a build with its compressed forms. */
export const readBuiltFile = (folder: string, name: string, headers: ReadonlyArray<string>): StaticFile =>
  makeStaticFile(name, readFileSync(join(folder, name)), headers, {
    br: readFileSync(join(folder, `${name}.br`)),
    gzip: readFileSync(join(folder, `${name}.gz`))
  })

/** Headers of files whose names contain a content hash. Only pages of this server may load the files. */
export const immutableHeaders: ReadonlyArray<string> = [
  "Cache-Control",
  `public, max-age=${immutableCacheSecondsMax}, immutable`,
  "Cross-Origin-Resource-Policy",
  "same-origin"
]
