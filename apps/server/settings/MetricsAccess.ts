import { parseNetwork } from "../../../core/kernel/networks/Network.ts"

/** Clients that may read `/metrics` and the state of the threat sources. */
export interface MetricsAccess {
  /** Networks whose clients have access. Null if every client has access. */
  readonly readers: ReadonlyArray<string> | null
  /** Port that serves `/metrics` and the state of the threat sources. Null to use the server's port. */
  readonly port: number | null
}

const loopbackNetworks: ReadonlyArray<string> = ["127.0.0.0/8", "::1"]

const portPrefix = "port:"
const portMax = 65_535

/**
 * Parses `GATEHOUSE_METRICS`: `off`, or a list of `loopback`, `public`, networks and at most one `port:NUMBER`. A port
 * without readers is open to every client that reaches it. Returns null for other text.
 */
export const parseMetricsAccess = (text: string): MetricsAccess | null => {
  const items = text.split(",").map((item) => item.trim())
  if (items.length === 1 && items[0] === "off") return { readers: [], port: null }
  const ports = items.filter((item) => item.startsWith(portPrefix)).map((item) => item.slice(portPrefix.length))
  const readers = items.filter((item) => !item.startsWith(portPrefix))
  if (ports.length > 1 || !ports.every(isPort)) return null
  if (!readers.every((item) => item === "loopback" || item === "public" || parseNetwork(item) !== null)) return null
  const isPublic = readers.length === 0 || readers.includes("public")
  return {
    readers: isPublic ? null : readers.flatMap((item) => item === "loopback" ? loopbackNetworks : [item]),
    port: ports[0] === undefined ? null : Number(ports[0])
  }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= portMax

/** Describes which clients have access, for the startup message. */
export const describeMetricsAccess = ({ readers }: MetricsAccess): string =>
  readers === null
    ? "public"
    : `readable from ${readers.join(", ") === loopbackNetworks.join(", ") ? "this machine" : readers.join(", ")}`
