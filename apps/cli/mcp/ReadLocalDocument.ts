import { Effect } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open, realpath } from "node:fs/promises"
import { basename, sep } from "node:path"
import { type NamedBytes, ToolFailure } from "../../../adapters/http/mcp/tools/AgentTool.ts"
import { uncheckedNote } from "../../../adapters/http/mcp/tools/DescribeRefusal.ts"
import { propertyOf } from "../../server/process/StartFailure.ts"

export interface LocalDocumentOptions {
  readonly bytesMax: number
  /** Folder whose files may be read; null for every file that the user can read. */
  readonly folder: string | null
}

/** Reads a document for `scan_document`. Reads regular files only, so that pipes and devices cannot block the server. */
export const readLocalDocument =
  (options: LocalDocumentOptions) => (path: string): Effect.Effect<NamedBytes, ToolFailure> =>
    Effect.tryPromise({
      try: () => read(path, options),
      catch: (cause) => new ToolFailure({ message: `${describe(cause, path)} Nothing was charged. ${uncheckedNote}` })
    })

/** The file exists but must not be read. */
class RefusedFile extends Error {}

const read = async (path: string, { bytesMax, folder }: LocalDocumentOptions): Promise<NamedBytes> => {
  const real = await realpath(path)
  if (folder !== null && !isInside(real, await realpath(folder))) {
    throw new RefusedFile(`${path} is outside of ${folder}, the only folder that this tool may read.`)
  }
  // Opening a pipe would otherwise wait for a writer. Windows does not have the flag.
  const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    return { name: basename(path), bytes: await readAll(handle, path, bytesMax) }
  } finally {
    await handle.close()
  }
}

const readAll = async (handle: FileHandle, path: string, bytesMax: number): Promise<Uint8Array> => {
  const stats = await handle.stat()
  if (!stats.isFile()) throw new RefusedFile(`${path} is not a file.`)
  if (stats.size > bytesMax) {
    throw new RefusedFile(`${path} has ${stats.size} bytes. At most ${bytesMax} bytes can be scanned.`)
  }
  return await handle.readFile()
}

const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

const describe = (cause: unknown, path: string): string => {
  if (cause instanceof RefusedFile) return cause.message
  switch (propertyOf(cause, "code")) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${path}.`
    case "EACCES":
    case "EPERM":
      return `${path} cannot be read: permission denied.`
  }
  return `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`
}
