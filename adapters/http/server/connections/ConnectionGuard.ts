import { type Context, Duration, Effect, Metric, Schedule } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type ClientAddressResolver, subscriberKey } from "./ClientAddress.ts"
import { type Connection, type ConnectionLimits, ConnectionTable, type LimitReached } from "./ConnectionTable.ts"
import { FileDescriptors } from "./FileDescriptors.ts"

/** Number of file descriptors reserved for the database, lists, threads, downloads and log. */
export const fileDescriptorsReserved = 128
/** Seconds between two counts of the open file descriptors. */
const filesCountSeconds = 10
/** Minimum time between two warnings about clients at their limit. */
const addressWarningMillisMin = 60_000

export interface GuardOptions extends ConnectionLimits {
  readonly resolveClientAddress: ClientAddressResolver
  /** Reports whether an address belongs to a trusted proxy. */
  readonly isProxy: (address: string) => boolean
}

/** Enforces the connection limits of a server, and counts the requests in progress. */
export interface ConnectionGuard {
  /** Registers a request. Returns false if a client behind a trusted proxy has too many requests in progress. */
  readonly beginRequest: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly requestsInProgress: () => number
  /**
   * Makes each connection close after its pending responses. Responses whose headers are already sent are not affected.
   */
  readonly closeAfterResponses: () => void
}

/** Request in progress: its response is not complete, and its connection is open. */
interface TrackedRequest {
  readonly connection: TrackedConnection
  readonly response: ServerResponse
  /**
   * Client whose count includes this request; null if the request was refused, or did not come through a trusted proxy.
   */
  readonly client: ProxiedClient | null
}

interface ProxiedClient {
  readonly address: string
  requests: number
}

type TrackedConnection = Connection<Socket, TrackedRequest>

/** Keys of properties on sockets and responses. Every request reads them, and properties are faster than maps. */
const connectionKey = Symbol("connection")
const trackedKey = Symbol("tracked")
type TrackedSocket = Socket & { [connectionKey]?: TrackedConnection }
type TrackedResponse = ServerResponse & { [trackedKey]?: TrackedRequest }

/**
 * Returns the limits to enforce. The file descriptors of the process can lower the maximum number of connections, and
 * one address gets at most half of the connections.
 */
export const effectiveLimits = (limits: ConnectionLimits, filesMax: number | null): ConnectionLimits => {
  const room = filesMax === null ? Infinity : Math.max(filesMax - fileDescriptorsReserved, Math.floor(filesMax / 2))
  const connectionsMax = Math.min(limits.connectionsMax, room)
  return { connectionsMax, perAddressMax: Math.min(limits.perAddressMax, Math.ceil(connectionsMax / 2)) }
}

const openGauge = Metric.gauge("gatehouse_http_connections", { description: "Open HTTP connections." })

const filesGauge = Metric.gauge("process_open_fds", {
  description: "Open file descriptors: connections, files and pipes. Counted every 10 s, on Linux only."
})
const filesMaxGauge = Metric.gauge("process_max_fds", {
  description: "Maximum number of open file descriptors. Only on Linux."
})

const limitCounter = (limit: LimitReached | "requests") =>
  Metric.counter("gatehouse_http_limit_reached_total", {
    description: "Connections closed or refused, and requests refused, because a limit was reached.",
    attributes: { limit },
    incremental: true
  })
const limitCounters = {
  address: limitCounter("address"),
  all: limitCounter("all"),
  requests: limitCounter("requests")
}

/**
 * Enforces the connection limits of a server.
 *
 * A trusted proxy has no limit per address. Instead, each client behind the proxy may have at most `perAddressMax`
 * requests in progress.
 */
export const guardConnections = Effect.fnUntraced(function*(server: Server, options: GuardOptions) {
  const files = yield* FileDescriptors
  const filesMax = files.max()
  const context = yield* Effect.context()
  const run = Effect.runForkWith(context)
  const limits = effectiveLimits(options, filesMax)
  const warnings = new GuardWarnings(limits, filesMax, (text) => void run(Effect.logWarning(text)))
  if (limits.connectionsMax < options.connectionsMax) warnings.warnLimitLowered(options.connectionsMax)
  const guard = new Guard(limits, options, warnings, context)
  server.on("connection", (socket: Socket) => guard.openConnection(socket))
  if (filesMax !== null) filesMaxGauge.updateUnsafe(filesMax, context)
  const countFiles = Effect.map(files.open, (open) => {
    if (open === null) return
    filesGauge.updateUnsafe(open, context)
    warnings.checkFiles(open)
  })
  yield* Effect.forkScoped(Effect.repeat(countFiles, Schedule.spaced(Duration.seconds(filesCountSeconds))))
  return guard satisfies ConnectionGuard
})

class Guard implements ConnectionGuard {
  private readonly limits: ConnectionLimits
  private readonly options: GuardOptions
  private readonly warnings: GuardWarnings
  /** Effect context in which metrics are updated. */
  private readonly context: Context.Context<never>
  private readonly table: ConnectionTable<Socket, TrackedRequest>
  private readonly clients = new Map<string, ProxiedClient>()
  private readonly onResponseClose: (this: TrackedResponse) => void
  private inProgress = 0

  constructor(
    limits: ConnectionLimits,
    options: GuardOptions,
    warnings: GuardWarnings,
    context: Context.Context<never>
  ) {
    this.limits = limits
    this.options = options
    this.warnings = warnings
    this.context = context
    this.table = new ConnectionTable(limits)
    // All responses share this function, because a closure per response would create garbage on every request.
    const ended = (tracked: TrackedRequest) => this.endRequest(tracked)
    this.onResponseClose = function() {
      const tracked = this[trackedKey]
      if (tracked !== undefined) ended(tracked)
    }
  }

  /** Adds a new connection. Returns null if the connection was refused. */
  openConnection(socket: TrackedSocket): TrackedConnection | null {
    const peer = socket.remoteAddress ?? ""
    const address = this.options.isProxy(peer) ? null : subscriberKey(peer)
    const { connection, evicted, limitReached } = this.table.open(socket, address)
    if (limitReached !== null) limitCounters[limitReached].updateUnsafe(1, this.context)
    if (limitReached === "address") this.warnings.warnAddressLimit(address)
    evicted?.socket.destroy()
    if (connection === null) {
      socket.destroy()
      return null
    }
    socket[connectionKey] = connection
    socket.once("close", () => this.closeConnection(connection))
    this.updateGauge()
    this.warnings.checkConnections(this.table.connections.size)
    return connection
  }

  beginRequest(request: IncomingMessage, response: TrackedResponse): boolean {
    const socket: TrackedSocket = request.socket
    const connection = socket[connectionKey] ?? this.openConnection(socket)
    if (connection === null) return true
    const client = connection.addressCounter === null ? this.proxiedClientOf(request) : null
    const isWithin = client === null || client.requests < this.limits.perAddressMax
    const tracked = response[trackedKey] = { connection, response, client: isWithin ? client : null }
    if (tracked.client !== null && tracked.client.requests++ === 0) {
      this.clients.set(tracked.client.address, tracked.client)
    }
    this.table.beginRequest(connection, tracked)
    this.inProgress++
    response.on("close", this.onResponseClose)
    if (isWithin) return true
    limitCounters.requests.updateUnsafe(1, this.context)
    this.warnings.warnClientLimit(client.address)
    return false
  }

  requestsInProgress(): number {
    return this.inProgress
  }

  closeAfterResponses(): void {
    for (const { requests } of this.table.connections) {
      for (const { response } of requests) response.shouldKeepAlive = false
    }
  }

  private closeConnection(connection: TrackedConnection): void {
    this.table.close(connection)
    this.updateGauge()
    // Node emits no `close` event for a response that waits for an earlier response on the same connection.
    for (const tracked of connection.requests.slice()) this.endRequest(tracked)
  }

  private endRequest(tracked: TrackedRequest): void {
    if (!this.table.endRequest(tracked.connection, tracked)) return
    this.inProgress--
    const { client } = tracked
    if (client !== null && --client.requests === 0) this.clients.delete(client.address)
  }

  /**
   * Returns the client behind a trusted proxy. Returns null if the proxy itself sent the request, for example to
   * `/readyz`.
   */
  private proxiedClientOf(request: IncomingMessage): ProxiedClient | null {
    const forwarded = request.headers["x-forwarded-for"]
    const client = this.options.resolveClientAddress(
      request.socket.remoteAddress ?? "",
      typeof forwarded === "string" ? forwarded : undefined
    )
    if (this.options.isProxy(client)) return null
    const address = subscriberKey(client)
    return this.clients.get(address) ?? { address, requests: 0 }
  }

  private updateGauge(): void {
    openGauge.updateUnsafe(this.table.connections.size, this.context)
  }
}

/** Logs warnings about limits that are nearly or fully used, at a limited rate. */
class GuardWarnings {
  private readonly limits: ConnectionLimits
  private readonly filesMax: number | null
  private readonly warn: (text: string) => void
  private readonly connections = new Threshold()
  private readonly files = new Threshold()
  private addressWarnedAt = -Infinity

  constructor(limits: ConnectionLimits, filesMax: number | null, warn: (text: string) => void) {
    this.limits = limits
    this.filesMax = filesMax
    this.warn = warn
  }

  warnLimitLowered(connectionsMax: number): void {
    this.warn(
      `The connection limit is ${this.limits.connectionsMax} instead of ${connectionsMax}, because this process may open only ` +
        `${this.filesMax} files. Raise that limit (ulimit -n, LimitNOFILE) or lower GATEHOUSE_CONNECTIONS_MAX.`
    )
  }

  checkConnections(count: number): void {
    const { connectionsMax } = this.limits
    if (!this.connections.isNewlyCrossed(count, connectionsMax)) return
    this.warn(
      `${count} of at most ${connectionsMax} connections are open (GATEHOUSE_CONNECTIONS_MAX). At the limit, each new ` +
        "connection closes an idle one."
    )
  }

  checkFiles(count: number): void {
    if (this.filesMax === null || !this.files.isNewlyCrossed(count, this.filesMax)) return
    this.warn(
      `${count} of ${this.filesMax} file descriptors are in use. When none is free, the server cannot open connections, files ` +
        "or databases. Raise the limit (ulimit -n, LimitNOFILE)."
    )
  }

  warnAddressLimit(address: string | null): void {
    this.warnThrottled(
      `${address} has reached the limit of ${this.limits.perAddressMax} open connections per address ` +
        "(GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX). If it is a proxy, add it to GATEHOUSE_TRUSTED_PROXIES."
    )
  }

  warnClientLimit(address: string): void {
    this.warnThrottled(
      `${address} has reached the limit of ${this.limits.perAddressMax} requests in progress per address, through a proxy ` +
        "(GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX)."
    )
  }

  private warnThrottled(text: string): void {
    const now = performance.now()
    if (now - this.addressWarnedAt < addressWarningMillisMin) return
    this.addressWarnedAt = now
    this.warn(text)
  }
}

/** Share of a limit at which the guard warns. */
const warningShare = 0.8
/** Share of a limit below which the use must fall before the guard warns again. */
const rearmShare = 0.7

/** Detects when the use of a limited resource rises to `warningShare`. Reports each rise once. */
export class Threshold {
  private isAbove = false

  /** Updates the current use, and reports whether a warning is due. */
  isNewlyCrossed(used: number, max: number): boolean {
    const wasAbove = this.isAbove
    this.isAbove = used >= max * (wasAbove ? rearmShare : warningShare)
    return this.isAbove && !wasAbove
  }
}
