import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { LabelledMessage } from "./LabelledMessage.ts"

/** Another filter that is running. */
export interface Peer {
  readonly name: string
  /** Returns the filter's spam score on its own scale; `limit` is its threshold. */
  readonly score: (message: LabelledMessage, at: number) => Promise<number>
  readonly limit: number
  readonly stop: () => Promise<void>
}

/** Starts a filter; null if it is not installed. */
export type StartPeer = (lessons: ReadonlyArray<LabelledMessage>) => Promise<Peer | null>

export const isInstalled = (command: string): boolean => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0

/** Creates a world-writable temporary folder, because filters drop their privileges. `remove` deletes it. */
export const scratch = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`))
  spawnSync("chmod", ["777", folder])
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** Retries until there is a response. */
export const answered = async (request: () => Promise<unknown>, secondsMax: number): Promise<void> => {
  const end = performance.now() + secondsMax * 1_000
  while (true) {
    try {
      await request()
      return
    } catch (cause) {
      if (performance.now() > end) throw cause
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** Returns every n-th message of each label. A filter with a tenth of a second per message then finishes in reasonable time. */
export const sampled = <A extends LabelledMessage>(messages: ReadonlyArray<A>, perLabelMax: number): ReadonlyArray<A> =>
  [true, false].flatMap((label) => {
    const all = messages.filter(({ spam }) => spam === label)
    const every = all.length / Math.min(all.length, perLabelMax)
    return Array.from({ length: Math.min(all.length, perLabelMax) }, (_, at) => all[Math.floor(at * every)]!)
  })
