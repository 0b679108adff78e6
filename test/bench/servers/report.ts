import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Reports the server's port to the benchmark, and its CPU time and memory on request. */
export const reportUsage = (server: Server): void => reportPort((server.address() as AddressInfo).port)

export const reportPort = (port: number, extra: Record<string, unknown> = {}): void => {
  process.send!({ port, ...extra })
  process.on("message", (question) => {
    if (question === "usage") process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() })
  })
  process.on("disconnect", () => process.exit(0))
}
