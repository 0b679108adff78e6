import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { LabeledMessage } from "./LabeledMessage.ts"

/** Running spam filter of another project. */
export interface PeerFilter {
  readonly name: string
  /** Returns the spam score on the filter's own scale, in which `limit` is the threshold. */
  readonly score: (message: LabeledMessage, at: number) => Promise<number>
  readonly limit: number
  readonly stop: () => Promise<void>
}

/** Starts a filter. Returns null if the filter is not installed. */
export type StartPeerFilter = (lessons: ReadonlyArray<LabeledMessage>) => Promise<PeerFilter | null>

export const isInstalled = (command: string): boolean => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0

/** Creates a world-writable temporary folder, because filters drop their privileges. `remove` deletes the folder. */
export const makeScratchFolder = (name: string) => {
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

/** Repeats a request every 250 ms until it succeeds. Fails after `secondsMax`. */
export const waitUntilReady = async (request: () => Promise<unknown>, secondsMax: number): Promise<void> => {
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

/** Returns at most `perLabelMax` evenly spaced messages of each label. Slow filters take 0.1 s per message. */
export const sampleByLabel = <A extends LabeledMessage>(
  messages: ReadonlyArray<A>,
  perLabelMax: number
): ReadonlyArray<A> =>
  [true, false].flatMap((label) => {
    const all = messages.filter(({ spam }) => spam === label)
    const every = all.length / Math.min(all.length, perLabelMax)
    return Array.from({ length: Math.min(all.length, perLabelMax) }, (_, at) => all[Math.floor(at * every)]!)
  })
