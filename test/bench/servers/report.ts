import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Tells the bench where the server listens, and how much CPU time and memory it has used whenever it asks. */
export const report = (server: Server): void => reportPort((server.address() as AddressInfo).port)

export const reportPort = (port: number, extra: Record<string, unknown> = {}): void => {
  process.send!({ port, ...extra })
  process.on("message", (question) => {
    if (question === "usage") process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
  })
  process.on("disconnect", () => process.exit(0))
}
