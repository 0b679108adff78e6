import { spawn } from "node:child_process"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { root } from "../house/Tree.ts"

/** An example that runs, and answers. */
export interface Started {
  readonly url: string
  /** What it has printed so far. */
  readonly output: () => string
  readonly end: () => void
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/**
 * Starts an example and waits until its page answers.
 *
 * @param command `PORT` in it stands for a port that is free
 */
export const startExample = async (
  command: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>
): Promise<Started> => {
  const port = await freePort()
  const [program, ...args] = command.map((part) => part.replace("PORT", String(port)))
  const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", NO_COLOR: "1", ...settings }
  const child = spawn(program!, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  child.stdout.on("data", (chunk) => output += chunk)
  child.stderr.on("data", (chunk) => output += chunk)
  const url = `http://127.0.0.1:${port}/`
  for (let times = 0; times < 100; times++) {
    const isThere = await fetch(url).then((answer) => answer.ok, () => false)
    if (isThere) return { url, output: () => output, end: () => child.kill("SIGKILL") }
    await new Promise((done) => setTimeout(done, 100))
  }
  child.kill("SIGKILL")
  throw new Error(`${command.join(" ")} did not start: ${output}`)
}
