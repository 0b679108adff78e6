import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { findHaproxy } from "./InstalledPrograms.ts"
import { findFreePort } from "./Postgres.ts"
import { workerFolder } from "./WorkerEnd.ts"

export interface HaProxy {
  /** The port that clients connect to. */
  readonly port: number
  /** Returns the names of the servers to which HAProxy currently sends requests. */
  readonly serversUp: () => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

/**
 * Interval of the checks of `/readyz`. Two failed checks remove a server.
 *
 * A slow response is not a failure, because the machine may be busy.
 */
const checkMillis = 100

/**
 * Starts HAProxy in front of local servers.
 *
 * Uses the configuration in `docs/operating/scaling.md`, but with more frequent checks.
 *
 * @param servers TCP port of each server, by name
 */
export const startHaProxy = async (servers: Readonly<Record<string, number>>): Promise<HaProxy> => {
  const folder = mkdtempSync(join(workerFolder(), "haproxy-"))
  const port = await findFreePort()
  const admin = join(folder, "admin")
  const file = join(folder, "haproxy.cfg")
  const lines = Object.entries(servers).map(([name, port]) => `  server ${name} 127.0.0.1:${port}\n`).join("")
  writeFileSync(
    file,
    `global
  stats socket ${admin}
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 60s
frontend front
  bind 127.0.0.1:${port}
  default_backend gatehouse
backend gatehouse
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter ${checkMillis}ms fall 2 rise 1
  option forwardfor
${lines}`
  )
  const child = spawn(findHaproxy()!, ["-db", "-f", file], {
    stdio: "ignore",
    // Disables libfaketime (loaded by LD_PRELOAD). Only the code under test uses a shifted clock.
    env: { ...process.env, LD_PRELOAD: "" }
  })
  const exited = once(child, "exit")

  const serversUp = async () => {
    const socket = connect(admin)
    socket.on("error", () => {})
    socket.end("show stat\n")
    const table = await text(socket).catch(() => "")
    return table.split("\n").map((line) => line.split(",")).flatMap(([proxy, server, ...fields]) =>
      proxy === "gatehouse" && server !== undefined && server in servers && fields.includes("UP") ? [server] : []
    )
  }

  return {
    port,
    serversUp,
    stop: async () => {
      child.kill("SIGKILL")
      await exited
    }
  }
}
