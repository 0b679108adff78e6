import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventually } from "./Eventually.ts"
import { findClamd } from "./InstalledPrograms.ts"

/** Text that the signature of `createClamd` matches. */
export const malwareMarker = "GATEHOUSE-TEST-SIGNATURE"
/** Name of the signature. Clamd adds the suffix to signatures that do not come from ClamAV. */
export const malwareSignature = "Gatehouse.Test.UNOFFICIAL"

/** A clamd with one signature. It can be started again, on the same socket. */
export interface Clamd {
  /** Path of the socket. */
  readonly path: string
  readonly start: () => Promise<void>
  /** Kills the process and waits until it has exited. */
  readonly kill: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Creates the configuration and the signatures of a clamd, but does not start it. It scans streams of at most 1 MiB. */
export const createClamd = (): Clamd => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-clamd-"))
  const path = join(folder, "socket")
  const database = join(folder, "database")
  const configFile = join(folder, "clamd.conf")
  mkdirSync(database)
  writeFileSync(join(database, "test.ndb"), `Gatehouse.Test:0:*:${Buffer.from(malwareMarker).toString("hex")}\n`)
  const settings = {
    Foreground: "yes",
    LocalSocket: path,
    DatabaseDirectory: database,
    TemporaryDirectory: folder,
    StreamMaxLength: "1M",
    MaxThreads: "4"
  }
  writeFileSync(configFile, Object.entries(settings).map(([name, value]) => `${name} ${value}\n`).join(""))
  let stopProcess = async () => {}
  const kill = () => stopProcess()
  const start = async () => {
    rmSync(path, { force: true })
    const server = spawn(findClamd()!, [`--config-file=${configFile}`], {
      stdio: "ignore",
      // Disables libfaketime (loaded by LD_PRELOAD), as for the other servers.
      env: { ...process.env, LD_PRELOAD: "" }
    })
    const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()))
    const end = () => void server.kill("SIGKILL")
    process.once("exit", end)
    stopProcess = async () => {
      process.off("exit", end)
      end()
      await exited
      stopProcess = async () => {}
    }
    await eventually(() => isListening(path), (is) => is)
  }
  const remove = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { path, start, kill, remove }
}

const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ path }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })
