import { Duration, Effect, Metric, Schedule } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type AddressOf, subscriberOf } from "./ClientAddress.ts"
import { type Connection, type ConnectionLimits, ConnectionTable, type LimitReached } from "./ConnectionTable.ts"
import { FileDescriptors } from "./FileDescriptors.ts"

/** File descriptors for everything but connections: database, lists, threads, downloads, the log. */
export const filesReserved = 128
/** How often the open file descriptors are counted. */
const filesCountSeconds = 10
/** At most one warning about a client at its limit in this time. */
const addressWarningMillisMin = 60_000

export interface GuardOptions extends ConnectionLimits {
  readonly addressOf: AddressOf
  /** Whether an address is a trusted proxy. */
  readonly isProxy: (address: string) => boolean
}

/** What the server asks about its connections. */
export interface ConnectionGuard {
  /** Takes note of a request. False when its client, behind a trusted proxy, has too many in progress already. */
  readonly began: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly requestsInProgress: () => number
  /** Makes every response that has not begun the last one of its connection. */
  readonly closeAfterResponses: () => void
}

/** A request until its response is complete or its connection closed. */
interface Guarded {
  readonly connection: GuardedConnection
  readonly response: ServerResponse
  /** The client behind a trusted proxy that it is counted for; null for others. */
  readonly client: string | null
}

type GuardedConnection = Connection<Socket, Guarded>

/** Properties instead of maps: this is the hot path of every request. */
const connectionOf = Symbol("connection")
const guardedOf = Symbol("guarded")
type GuardedSocket = Socket & { [connectionOf]?: GuardedConnection }
type GuardedResponse = ServerResponse & { [guardedOf]?: Guarded }

/** The limits that hold: file descriptors may allow fewer connections, and one address gets at most half of them. */
export const effectiveLimits = (limits: ConnectionLimits, filesMax: number | null): ConnectionLimits => {
  const room = filesMax === null ? Infinity : Math.max(filesMax - filesReserved, Math.floor(filesMax / 2))
  const connectionsMax = Math.min(limits.connectionsMax, room)
  return { connectionsMax, perAddressMax: Math.min(limits.perAddressMax, Math.ceil(connectionsMax / 2)) }
}

const openGauge = Metric.gauge("gatehouse_http_connections", { description: "Open HTTP connections." })

const closedCounter = (limit: LimitReached | "requests") =>
  Metric.counter("gatehouse_http_limit_reached_total", {
    description: "Connections closed or refused, and requests refused, because a limit was reached.",
    attributes: { limit },
    incremental: true
  })
const closedCounters = {
  address: closedCounter("address"),
  all: closedCounter("all"),
  requests: closedCounter("requests")
}

/**
 * Keeps the connections of a server within limits. One address has a limit of its own; a trusted proxy has none, but each
 * client behind it may have no more requests in progress than an address may have connections.
 */
export const guardConnections = Effect.fnUntraced(function*(server: Server, options: GuardOptions) {
  const files = yield* FileDescriptors
  const filesMax = files.max()
  const limits = effectiveLimits(options, filesMax)
  const context = yield* Effect.context()
  const run = Effect.runForkWith(context)
  const warn = (text: string) => void run(Effect.logWarning(text))
  if (limits.connectionsMax < options.connectionsMax) {
    warn(
      `At most ${limits.connectionsMax} connections are taken, not ${options.connectionsMax}: this process may open only ` +
        `${filesMax} files. Raise that limit (ulimit -n, LimitNOFILE), or lower GATEHOUSE_CONNECTIONS_MAX.`
    )
  }

  const table = new ConnectionTable<Socket, Guarded>(limits)
  const requestsByClient = new Map<string, number>()
  const [connectionsThreshold, filesThreshold] = [new Threshold(), new Threshold()]
  let inProgress = 0
  let addressWarnedAt = -Infinity

  const warnOfAddress = (text: string) => {
    const now = performance.now()
    if (now - addressWarnedAt < addressWarningMillisMin) return
    addressWarnedAt = now
    warn(text)
  }

  const ended = (guarded: Guarded) => {
    if (!table.requestEnded(guarded.connection, guarded)) return
    inProgress--
    const { client } = guarded
    if (client === null) return
    const left = requestsByClient.get(client)! - 1
    if (left === 0) requestsByClient.delete(client)
    else requestsByClient.set(client, left)
  }

  const onResponseClose = function(this: GuardedResponse) {
    ended(this[guardedOf]!)
  }

  const opened = (socket: GuardedSocket): GuardedConnection | null => {
    const peer = socket.remoteAddress ?? ""
    const address = options.isProxy(peer) ? null : subscriberOf(peer)
    const { connection, evicted, reached } = table.opened(socket, address)
    if (reached !== null) closedCounters[reached].updateUnsafe(1, context)
    if (reached === "address") {
      warnOfAddress(
        `${address} has ${limits.perAddressMax} connections open, the most that one address may have ` +
          "(GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX). If it is a proxy, add it to GATEHOUSE_TRUSTED_PROXIES."
      )
    }
    evicted?.socket.destroy()
    if (connection === null) {
      socket.destroy()
      return null
    }
    socket[connectionOf] = connection
    socket.once("close", () => {
      table.closed(connection)
      openGauge.updateUnsafe(table.open.size, context)
      // Responses that wait for an earlier one on the same connection get no `close` event.
      for (const guarded of connection.requests.slice()) ended(guarded)
    })
    openGauge.updateUnsafe(table.open.size, context)
    if (connectionsThreshold.crossedBy(table.open.size, limits.connectionsMax)) {
      warn(
        `${table.open.size} of ${limits.connectionsMax} connections are open (GATEHOUSE_CONNECTIONS_MAX). At the limit each ` +
          "new one closes another that carries no request."
      )
    }
    return connection
  }

  /** Null for a client that nothing is counted for: not behind a proxy, or a proxy itself, such as one that asks `/readyz`. */
  const clientOf = (request: IncomingMessage): string | null => {
    const forwarded = request.headers["x-forwarded-for"]
    const client = options.addressOf(
      request.socket.remoteAddress ?? "",
      typeof forwarded === "string" ? forwarded : undefined
    )
    return options.isProxy(client) ? null : subscriberOf(client)
  }

  const began = (request: IncomingMessage, response: GuardedResponse): boolean => {
    const connection = (request.socket as GuardedSocket)[connectionOf] ?? opened(request.socket)
    if (connection === null) return true
    const client = connection.address === null ? clientOf(request) : null
    const ofClient = client === null ? 0 : requestsByClient.get(client) ?? 0
    const isWithin = ofClient < limits.perAddressMax
    const guarded = response[guardedOf] = { connection, response, client: isWithin ? client : null }
    if (guarded.client !== null) requestsByClient.set(guarded.client, ofClient + 1)
    table.requestBegan(connection, guarded)
    inProgress++
    response.on("close", onResponseClose)
    if (isWithin) return true
    closedCounters.requests.updateUnsafe(1, context)
    warnOfAddress(
      `${client} has ${limits.perAddressMax} requests in progress by way of a proxy, the most that one address may have ` +
        "(GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX)."
    )
    return false
  }

  server.on("connection", opened)

  const countFiles = Effect.map(files.open, (open) => {
    if (open === null || filesMax === null || !filesThreshold.crossedBy(open, filesMax)) return
    warn(
      `${open} of ${filesMax} file descriptors are in use. Without a free one no connection, file or database can be ` +
        "opened: raise the limit (ulimit -n, LimitNOFILE)."
    )
  })
  yield* Effect.forkScoped(Effect.repeat(countFiles, Schedule.spaced(Duration.seconds(filesCountSeconds))))

  return {
    began,
    requestsInProgress: () => inProgress,
    closeAfterResponses: () => {
      for (const { requests } of table.open) for (const { response } of requests) response.shouldKeepAlive = false
    }
  } satisfies ConnectionGuard
})

/** Share of a limit from which a warning is due. */
const warnShare = 0.8
/** The next warning is due only after less than this share was in use meanwhile. */
const rearmShare = 0.7

/** Reports each time that the use of a limited resource rises to `warnShare`, once per crossing. */
export class Threshold {
  private isAbove = false

  /** Reports whether a warning is due now. */
  crossedBy(used: number, max: number): boolean {
    const wasAbove = this.isAbove
    this.isAbove = used >= max * (wasAbove ? rearmShare : warnShare)
    return this.isAbove && !wasAbove
  }
}
