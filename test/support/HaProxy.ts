import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { haproxyFile } from "./Installed.ts"
import { workerFolder } from "./WorkerEnd.ts"

export interface HaProxy {
  /** Where its clients connect. */
  readonly port: number
  /** Names of the servers that it sends requests to. */
  readonly serversUp: () => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

/** Returns a port that was free a moment ago: HAProxy does not report one that the system chose. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** Interval of the checks of `/readyz`. Two failures take a server out, but not a slow response: the machine may be busy. */
const checkMillis = 100

/** Starts HAProxy before servers on loopback, by name and port, as docs/operating/scaling.md configures it but with faster checks. */
export const startHaProxy = async (servers: Readonly<Record<string, number>>): Promise<HaProxy> => {
  const folder = mkdtempSync(join(workerFolder(), "haproxy-"))
  const port = await freePort()
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
  const child = spawn(haproxyFile()!, ["-db", "-f", file], {
    stdio: "ignore",
    // A moved clock (libfaketime, by LD_PRELOAD) applies only to the code under test.
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
