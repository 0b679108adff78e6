import { execFileSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createCluster, type PostgresProcess } from "../support/Postgres.ts"
import { mountSmallDisk } from "../support/SmallDisk.ts"
import type { Outage } from "./OutageRound.ts"
import { inspectDatabase } from "./ServerProcess.ts"

/** A database, and an outage that a test can cause on it. */
export interface OutageScenario {
  readonly databaseUrl: string
  readonly outage: Outage
  readonly remove: () => Promise<void> | void
}

const connectionsMax = 24

/** Makes scenarios on a separate PostgreSQL cluster, which keeps commits when its process crashes. */
const onPostgres =
  (outageOf: (cluster: { current: PostgresProcess; start: () => Promise<void> }) => Outage) => async () => {
    const { remove, start } = await createCluster({
      synchronous_commit: "on",
      max_connections: String(connectionsMax),
      superuser_reserved_connections: "0"
    })
    const state = {
      current: await start(),
      start: async () => {
        state.current = await start()
      }
    }
    const databaseUrl = state.current.url
    const stage: OutageScenario = {
      databaseUrl,
      outage: outageOf(state),
      remove: async () => {
        await state.current.stop()
        remove()
      }
    }
    return stage
  }

/** Sends a signal to the server and its child processes. */
const signalAll = (pid: number, signal: NodeJS.Signals) => {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).split(/\s+/).filter(
    Boolean
  )
  for (const one of [pid, ...children.map(Number)]) {
    try {
      process.kill(one, signal)
    } catch {
      // The child process has already exited.
    }
  }
}

const stopped = onPostgres((state) => ({
  begin: () => signalAll(state.current.pid, "SIGSTOP"),
  end: () => signalAll(state.current.pid, "SIGCONT")
}))

const killed = onPostgres((state) => ({
  begin: async () => {
    signalAll(state.current.pid, "SIGKILL")
    await state.current.stop()
  },
  end: state.start
}))

const restarted = onPostgres((state) => ({
  begin: async () => {
    // SIGINT requests a fast shutdown, which ends sessions and writes all data.
    process.kill(state.current.pid, "SIGINT")
    await state.current.exited
  },
  end: state.start
}))

/** Makes the database read-only, as it is right after a failover to a standby. */
const readOnly = onPostgres((state) => {
  const configure = async (statement: string) => {
    const inspector = inspectDatabase(state.current.url)
    try {
      await inspector.rows(statement)
      await inspector.rows("SELECT pg_reload_conf()")
    } finally {
      await inspector.close()
    }
  }
  return {
    begin: () => configure("ALTER SYSTEM SET default_transaction_read_only = on"),
    end: () => configure("ALTER SYSTEM RESET default_transaction_read_only")
  }
})

/** Terminates the server's connections, and lets other clients take every connection. */
const exhausted = onPostgres((state) => {
  const others: Array<ReturnType<typeof inspectDatabase>> = []
  return {
    begin: async () => {
      const first = inspectDatabase(state.current.url)
      others.push(first)
      await first.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'gatehouse%'"
      )
      for (let tries = 0; tries < 200; tries++) {
        const other = inspectDatabase(state.current.url)
        others.push(other)
        const isIn = await other.rows("SELECT 1").then(() => true, () => false)
        if (!isIn) {
          await first.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'gatehouse%'"
          )
        }
        const [row] = await first.rows(
          "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'inspector'"
        )
        if (Number(row.count) >= connectionsMax) return
      }
    },
    end: async () => {
      await Promise.all(others.splice(0).map((other) => other.close()))
    }
  }
})

const onSqlite =
  (folderOf: () => { readonly folder: string; readonly remove: () => void }) =>
  (outageOf: (folder: string) => Outage) =>
  () => {
    const { folder, remove } = folderOf()
    const stage: OutageScenario = { databaseUrl: `sqlite:${folder}/gatehouse.db`, outage: outageOf(folder), remove }
    return Promise.resolve(stage)
  }

/** SQLite's default page size. */
const pageBytes = 4_096

/** Overwrites every page except the first, which contains the file header and the start of the schema. */
const corrupt = onSqlite(() => ordinaryFolder())((folder) => ({
  begin: () => {
    const path = join(folder, "gatehouse.db")
    const pages = Math.ceil(statSync(path).size / pageBytes)
    const file = openSync(path, "r+")
    try {
      const garbage = Buffer.alloc(pageBytes, 0xff)
      for (let page = 1; page < pages; page++) writeSync(file, garbage, 0, pageBytes, page * pageBytes)
    } finally {
      closeSync(file)
    }
  },
  end: null
}))

const ordinaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-outage-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const locked = onSqlite(ordinaryFolder)((folder) => {
  let other: DatabaseSync | undefined
  return {
    begin: () => {
      other = new DatabaseSync(join(folder, "gatehouse.db"))
      other.exec("PRAGMA busy_timeout = 5000")
      other.exec("BEGIN IMMEDIATE")
    },
    end: () => {
      other?.exec("ROLLBACK")
      other?.close()
    }
  }
})

/** Size of the disk. The disk must not fill up again after the outage: each request adds about 700 bytes. */
const diskMegabytes = 512

const full = onSqlite(() => mountSmallDisk(diskMegabytes))((folder) => ({
  begin: () => {
    const megabyte = Buffer.alloc(2 ** 20)
    const file = join(folder, "filler")
    try {
      for (let size = 0; size <= diskMegabytes; size++) writeFileSync(file, megabyte, { flag: "a" })
    } catch {
      // The disk is full.
    }
  },
  end: () => rmSync(join(folder, "filler"))
}))

/** Outages by engine and name, each on a separate database. */
export const databaseOutages = {
  "postgres stopped": stopped,
  "postgres killed": killed,
  "postgres restarted": restarted,
  "postgres read-only": readOnly,
  "postgres connections exhausted": exhausted,
  "sqlite locked": locked,
  "sqlite disk full": full,
  "sqlite corrupt": corrupt
} as const satisfies Readonly<Record<string, () => Promise<OutageScenario>>>
