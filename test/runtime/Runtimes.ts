import { join } from "node:path"
import { node, root } from "../crash/ServerProcess.ts"
import { needs } from "../support/TestRun.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

export interface ScriptRuntime {
  readonly name: string
  /** The program, and its arguments before the script. */
  readonly command: ReadonlyArray<string>
  /** Tags of the tests that need this runtime. */
  readonly tags: ReadonlyArray<string>
}

export const nodeRuntime: ScriptRuntime = { name: "Node", command: node.command, tags: [] }

/** Bun and Deno, which npm installs. */
export const otherRuntimes: ReadonlyArray<ScriptRuntime> = [
  { name: "Bun", command: [bin("bun")], tags: [needs.bun] },
  { name: "Deno", command: [bin("deno"), "run", "-A"], tags: [needs.deno] }
]
