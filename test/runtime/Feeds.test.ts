import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { node, root } from "../crash/support.ts"

const run = ([program, ...before]: ReadonlyArray<string>): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const args = [...before, join(root, "test/runtime/FeedsScript.ts")]
    execFile(
      program!,
      args,
      { cwd: root, timeout: 60_000 },
      (error, stdout, stderr) =>
        error === null ? resolve(JSON.parse(stdout)) : reject(new Error(`${error.message}\n${stderr}`))
    )
  })

const bin = (name: string) => join(root, "node_modules/.bin", name)
const others = [
  { name: "Bun", command: [bin("bun")] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] }
].filter(({ command, name }) => {
  const isThere = existsSync(command[0]!)
  if (!isThere) console.warn(`SKIPPED: threat lists are not tested on ${name}, because ${command[0]} is not there`)
  return isThere
})

describe("threat lists in a thread", { timeout: 130_000 }, () => {
  it("are read, stored and read again alike on every runtime", async () => {
    const onNode = await run(node.command)
    expect(onNode).toEqual({
      plain: [2, 2, 1, 1, "lines"],
      packed: [2, 2, 1_000, 1_000, "lines"],
      cut: "refused",
      page: "refused",
      json: [1, 1, 0, 0, "polkadot-json"],
      deep: "refused",
      isStored: true,
      same: true
    })
    for (const { command, name } of others) expect(await run(command), name).toEqual(onNode)
  })
})
