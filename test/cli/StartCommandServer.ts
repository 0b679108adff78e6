import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { compileCache, faketimeEnv } from "../support/CompileCache.ts"
import type { SharedResource } from "../support/OnDemand.ts"

const root = join(import.meta.dirname, "../..")

/** Starts the process of `CommandServer.ts`, which the test files of a run share. `value` is its URL. */
export const startCommands = async (): Promise<SharedResource> => {
  const child = spawn(join(root, "node_modules/.bin/node"), [join(root, "test/cli/CommandServer.ts")], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...compileCache, ...faketimeEnv },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exited = once(child, "exit")
  const port = await new Promise<string>((resolve, reject) => {
    let out = ""
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text
      const [, port] = /^port (\d+)\n/.exec(out) ?? []
      if (port !== undefined) resolve(port)
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`The process of the commands ended with ${code}.`)))
  })
  return {
    value: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGKILL")
      await exited
    }
  }
}
