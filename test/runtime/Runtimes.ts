import { join } from "node:path"
import { node, root } from "../crash/support.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

export interface ScriptRuntime {
  readonly name: string
  /** Program, and what stands before the script. */
  readonly command: ReadonlyArray<string>
}

export const nodeRuntime: ScriptRuntime = { name: "Node", command: node.command }

/** Bun and Deno, which npm installs. */
export const otherRuntimes: ReadonlyArray<ScriptRuntime> = [
  { name: "Bun", command: [bin("bun")] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] }
]
