import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findRedis } from "./InstalledPrograms.ts"
import { findFreePort } from "./Postgres.ts"

const startsMax = 5

/** A Redis or Valkey server without persistence. */
export interface Redis {
  readonly url: string
  readonly port: number
  /** Suspends the process: connections stay open, but commands get no response. */
  readonly suspend: () => void
  readonly resume: () => void
  /** Kills the process and waits until it has exited. */
  readonly stop: () => Promise<void>
}

/** Starts a server, on the given port if any. With a fixed port, a test can restart a stopped server. */
export const startRedis = async (fixedPort?: number): Promise<Redis> => {
  for (let starts = 1;; starts++) {
    try {
      return await startOn(fixedPort ?? await findFreePort())
    } catch (cause) {
      // Another process may have taken the port in the meantime.
      if (starts === startsMax) throw cause
    }
  }
}

const startOn = async (port: number): Promise<Redis> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-redis-"))
  const settings = { port: String(port), bind: "127.0.0.1", dir: folder, save: "", appendonly: "no" }
  const server = spawn(findRedis()!, Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]), {
    stdio: ["ignore", "pipe", "ignore"],
    // Disables libfaketime (loaded by LD_PRELOAD), which sometimes makes Redis's allocator hang at startup.
    env: { ...process.env, LD_PRELOAD: "" }
  })
  const end = () => void server.kill("SIGKILL")
  process.once("exit", end)
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()))
  const stop = async () => {
    process.off("exit", end)
    end()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let log = ""
      server.stdout.on("data", (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-10_000)
        if (log.includes("Ready to accept connections")) resolve()
      })
      server.once("error", reject)
      server.once("exit", () => reject(new Error(`Redis did not start:\n${log}`)))
    })
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    suspend: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    stop
  }
}
