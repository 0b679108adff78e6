import { spawn } from "node:child_process"
import { once } from "node:events"
import { root } from "../house/Tree.ts"
import { eventually } from "../support/Eventually.ts"

/** A running example that responds. */
export interface StartedExample {
  readonly url: string
  /** Returns the output so far. */
  readonly output: () => string
  readonly end: () => Promise<void>
}

/** Starts an example on a free port, and waits until its page responds. */
export const startExample = async (
  command: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>>
): Promise<StartedExample> => {
  const [program, ...args] = command
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", NO_COLOR: "1", ...settings }
  const child = spawn(program!, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
  const exited = once(child, "exit")
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  let output = ""
  child.stdout.on("data", (chunk) => output += chunk)
  child.stderr.on("data", (chunk) => output += chunk)
  const end = async () => {
    child.kill("SIGKILL")
    await exited
  }
  const portIn = (text: string) => /http:\/\/[\w.]+:(\d+)/.exec(text)?.[1]
  await eventually(() => output, (text) => portIn(text) !== undefined || isOver())
  const url = `http://127.0.0.1:${portIn(output)}/`
  const answers = () => fetch(url).then((answer) => answer.ok, () => false)
  await eventually(answers, (isThere) => isThere || isOver())
  if (isOver()) throw new Error(`${command.join(" ")} did not start: ${output}`)
  return { url, output: () => output, end }
}
