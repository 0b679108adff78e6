import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { node, root } from "../crash/support.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

const report = ([program, ...before]: ReadonlyArray<string>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const args = [...before, join(root, "test/runtime/WebRiskScript.ts")]
    execFile(program!, args, { cwd: root, timeout: 60_000 }, (error, stdout, stderr) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(new Error(`${error.message}\n${stderr}`)))
  })

const runtimes = [
  { name: "Node", command: node.command },
  { name: "Bun", command: [bin("bun")] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] }
].filter(({ command, name }) => {
  const isThere = name === "Node" || existsSync(command[0]!)
  if (!isThere) console.warn(`SKIPPED: Web Risk is not tested on ${name}, because ${command[0]} is not there`)
  return isThere
})

const answered = {
  bytes: 302_182,
  entries: 20_001,
  problem: null,
  state: "live",
  answers: ["malware", "not listed"],
  unknown: "unavailable: web-risk did not answer.",
  updates: 1
}

describe("Web Risk's lists", () => {
  it.each(runtimes)("are fetched in a thread, stored, and taken up again on $name", async ({ command }) => {
    expect(await report(command)).toEqual({ fetched: answered, stored: answered })
  }, 90_000)
})
