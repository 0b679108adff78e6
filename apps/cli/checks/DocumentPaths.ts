import { Effect, Schema } from "effect"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"

/** Files of one `check document`. */
export const documentsMax = 100_000
/** Folders within folders that are looked into. */
export const folderDepthMax = 64

export class PathUnreadable
  extends Schema.TaggedError<PathUnreadable>()("PathUnreadable", { message: Schema.String })
{}

/** The files that are named, and those in the folders that are named, in the order of their names. Links are not followed. */
export const documentPaths = Effect.fn(function*(named: ReadonlyArray<string>) {
  const paths: Array<string> = []
  for (const path of named) {
    yield* Effect.tryPromise({ try: () => collect(path, paths, 0), catch: unreadable(path) })
  }
  if (paths.length > documentsMax) {
    return yield* new PathUnreadable({ message: `At most ${documentsMax} files can be checked at a time.` })
  }
  return paths
})

const collect = async (path: string, paths: Array<string>, depth: number): Promise<void> => {
  if (paths.length > documentsMax || depth > folderDepthMax) return
  if ((await stat(path)).isFile()) return void paths.push(path)
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    if (entry.isFile()) paths.push(join(path, entry.name))
    else if (entry.isDirectory()) await collect(join(path, entry.name), paths, depth + 1)
  }
}

const unreadable = (path: string) => (cause: unknown) =>
  new PathUnreadable({
    message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  })
