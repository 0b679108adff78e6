import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { node, root } from "../crash/support.ts"

const reportOf = ([program, ...before]: ReadonlyArray<string>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const args = [...before, join(root, "test/runtime/MessagesScript.ts")]
    execFile(program!, args, { cwd: root, timeout: 60_000, maxBuffer: 16_000_000 }, (error, stdout, stderr) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(new Error(`${error.message}\n${stderr}`)))
  })

const bin = (name: string) => join(root, "node_modules/.bin", name)
const others = [
  { name: "Bun", command: [bin("bun")] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] }
].filter(({ command, name }) => {
  const isThere = existsSync(command[0]!)
  if (!isThere) console.warn(`SKIPPED: messages are not judged on ${name}, because ${command[0]} is not there`)
  return isThere
})

describe("messages are judged to the bit as on Node", () => {
  it.each(others)("by $name", { timeout: 120_000 }, async ({ command }) => {
    expect(await reportOf(command)).toEqual(await reportOf(node.command))
  })
})
