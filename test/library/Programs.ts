import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../house/Tree.ts"

/** Runs a Node program and resolves with its standard output. */
export const runNode = async (folder: string, ...args: ReadonlyArray<string>): Promise<string> => {
  // Disables the compile cache for temporary folders. Their compiled code would fill it and never be used again.
  const cache = folder.startsWith(root) ? {} : { NODE_DISABLE_COMPILE_CACHE: "1" }
  const options = { cwd: folder, env: { ...process.env, ...cache }, maxBuffer: 16_000_000 }
  return (await promisify(execFile)(process.execPath, [...args], options)).stdout
}

/** Runs programs of a folder in one process. Resolves with the output of each, in the order of the names. */
export const runPrograms = async (folder: string, names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const files = names.map((name) => join(folder, name))
  const out = await runNode(folder, join(import.meta.dirname, "RunPrograms.ts"), ...files)
  const begins = files.map((file) => out.indexOf(`${file}\n`))
  return files.map((file, at) => out.slice(begins[at]! + file.length + 1, begins[at + 1]))
}
