import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { postgresFolder } from "./Installed.ts"

/** A PostgreSQL server for the tests, and how to end it. */
export interface TestPostgres {
  readonly url: string
  readonly stop: () => void
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
const owner = (): { readonly uid: number; readonly gid: number } | null => {
  if (userInfo().uid !== 0) return { uid: userInfo().uid, gid: userInfo().gid }
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }))
    return { uid: id("-u"), gid: id("-g") }
  } catch {
    return null
  }
}

/** The server that `GATEHOUSE_TEST_POSTGRES_URL` names, or a throw-away one of its own; null where there is none. */
export const startPostgres = async (): Promise<TestPostgres | null> => {
  const given = process.env["GATEHOUSE_TEST_POSTGRES_URL"]
  if (given !== undefined) return { url: given, stop: () => {} }
  const bin = postgresFolder()
  const user = owner()
  if (bin === null || user === null) return null
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-postgres-"))
  execFileSync("chown", [`${user.uid}:${user.gid}`, folder])
  const run = (name: string, ...args: ReadonlyArray<string>) =>
    execFileSync(join(bin, name), args, {
      ...user,
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, LC_ALL: "C.UTF-8" }
    })
  const data = join(folder, "data")
  const port = await freePort()
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres")
  run(
    "pg_ctl",
    "-D",
    data,
    "-o",
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`,
    "-l",
    join(folder, "log"),
    "-w",
    "start"
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", data, "-m", "immediate", "stop")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
