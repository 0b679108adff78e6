import { execFile, execFileSync, spawn } from "node:child_process"
import { accessSync, chownSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { findPostgresFolder } from "./InstalledPrograms.ts"
import type { SharedResource } from "./OnDemand.ts"

const startsMax = 5
const memoryFolder = "/dev/shm"
/** Minimum free memory for a cluster in memory. A run creates about 50 databases of 8 MB. */
const memoryBytesMin = 2 ** 30

/**
 * Settings of a temporary cluster.
 *
 * Tests kill processes but never crash the machine, so data need not reach a disk. Background work is disabled.
 */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  bgwriter_lru_maxpages: "0",
  checkpoint_timeout: "1d",
  max_wal_size: "1GB",
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_init_zero: "off",
  shared_buffers: "16MB",
  huge_pages: "off",
  jit: "off",
  max_parallel_workers: "0",
  max_connections: "200",
  // Omits errors, which tests cause on purpose. The level `log` includes the line that reports readiness.
  log_min_messages: "log",
  listen_addresses: "127.0.0.1"
}

/**
 * Starts a PostgreSQL server for a run, unless `GATEHOUSE_TEST_POSTGRES_URL` names one. `value` is the server's URL.
 */
export const startPostgres = async (): Promise<SharedResource> => {
  const externalUrl = process.env["GATEHOUSE_TEST_POSTGRES_URL"]
  if (externalUrl !== undefined) return { value: externalUrl, stop: () => {} }
  const { remove, start } = await createCluster()
  try {
    const { stop, url } = await start()
    return { value: url, stop: () => stop().finally(remove) }
  } catch (cause) {
    remove()
    throw cause
  }
}

/** A running server of a cluster. */
export interface PostgresProcess {
  readonly url: string
  readonly pid: number
  readonly exited: Promise<unknown>
  /** Stops the server immediately, without a checkpoint. */
  readonly stop: () => Promise<void>
}

export interface PostgresCluster {
  /** Starts the server, on the same port each time. */
  readonly start: () => Promise<PostgresProcess>
  readonly remove: () => void
}

/** Creates a temporary cluster. `changes` overrides its settings. */
export const createCluster = async (changes: Readonly<Record<string, string>> = {}): Promise<PostgresCluster> => {
  const bin = findPostgresFolder()
  if (bin === null) throw new Error("PostgreSQL is not installed.")
  const folder = mkdtempSync(join(chooseClusterParent(), "gatehouse-postgres-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const user = findServerUser()
    chownSync(folder, user.uid, user.gid)
    const cluster = { bin, folder, user, data: join(folder, "data"), settings: { ...settings, ...changes } }
    await initialize(cluster)
    let port: number | undefined
    const start = async () => {
      const running = await startOnFreePort(cluster, port)
      port = running.port
      return running
    }
    return { start, remove }
  } catch (cause) {
    remove()
    throw cause
  }
}

interface Cluster {
  readonly settings: Readonly<Record<string, string>>
  /** The folder of PostgreSQL's programs. */
  readonly bin: string
  readonly folder: string
  readonly data: string
  readonly user: { readonly uid: number; readonly gid: number }
}

/**
 * Returns a folder in memory if it has 1 GiB free, else the temporary folder. In memory, copying a database needs no
 * disk.
 */
const chooseClusterParent = (): string => {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize >= memoryBytesMin) return memoryFolder
  } catch {
    // The folder does not exist or is not writable.
  }
  return tmpdir()
}

/**
 * Returns the user that runs PostgreSQL. PostgreSQL refuses to run as root, so `postgres` or else `nobody` replaces
 * root.
 */
const findServerUser = (): Cluster["user"] => {
  const { gid, uid } = userInfo()
  if (uid !== 0) return { uid, gid }
  try {
    return findUser("postgres")
  } catch {
    return findUser("nobody")
  }
}

const findUser = (name: string): Cluster["user"] => {
  const idOf = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

/** Creates the cluster. The flags skip other locales and disk syncs, which take half of the time of `initdb`. */
const initialize = ({ bin, data, folder, user }: Cluster) =>
  promisify(execFile)(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync", "--no-instructions"],
    { ...user, cwd: folder }
  )

const startOnFreePort = async (cluster: Cluster, fixedPort: number | undefined) => {
  for (let starts = 1;; starts++) {
    const port = fixedPort ?? await findFreePort()
    try {
      const running = await startOn(cluster, port)
      return { ...running, url: `postgres://postgres@127.0.0.1:${port}/postgres`, port }
    } catch (cause) {
      // Another process may have taken the port in the meantime.
      if (starts === startsMax) throw cause
    }
  }
}

const startOn = async ({ bin, data, folder, settings, user }: Cluster, port: number) => {
  const options = Object.entries({ ...settings, port: String(port), unix_socket_directories: folder })
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      // Disables libfaketime (loaded by LD_PRELOAD). With a shifted clock, PostgreSQL's deadlock timer never fires.
      env: { ...process.env, LD_PRELOAD: "" }
    }
  )
  const exited = new Promise((resolve) => server.once("exit", resolve))
  const end = () => void server.kill("SIGQUIT")
  process.once("exit", end)
  const started = new Promise<void>((resolve, reject) => {
    let log = ""
    server.stderr.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000)
      if (log.includes("ready to accept connections")) resolve()
    })
    server.once("error", reject)
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  try {
    await started
  } catch (cause) {
    process.off("exit", end)
    throw cause
  }
  const stop = async () => {
    process.off("exit", end)
    end()
    await exited
  }
  return { pid: server.pid!, exited, stop }
}

/** Returns a TCP port that is free at the moment. */
export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
