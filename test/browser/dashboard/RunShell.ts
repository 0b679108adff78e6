import { execFile } from "node:child_process"
import { promisify } from "node:util"

/** Runs a copied command in a shell and returns its parsed output. */
export const runShell = async (command: string): Promise<any> => {
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace(/^curl /, "curl -s ")])
  return JSON.parse(stdout)
}
