/** Maximum numbers of open connections. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  /** Maximum number of open connections per client address. */
  readonly perAddressMax: number
}

/** Limit that made the table close or refuse a connection: `address` for one client address, `all` for the server. */
export type LimitReached = "address" | "all"

/** Connections without a request, in the order in which they became idle. */
class IdleConnections<Socket, Request> {
  /** Connections that have not carried a request yet: silent, or still sending their first headers. */
  readonly fresh = new Set<Connection<Socket, Request>>()
  readonly idle = new Set<Connection<Socket, Request>>()

  /**
   * Connection to close first: the oldest connection of the larger group. If most connections are silent, a silent
   * connection makes room, and idle connections that a client may reuse stay open. If most connections are idle, new
   * connections stay open.
   */
  get evictionCandidate(): Connection<Socket, Request> | undefined {
    const group = this.fresh.size > this.idle.size ? this.fresh : this.idle
    return group.values().next().value
  }
}

/** Counter of the open connections of one client address. Also lists the connections without a request. */
class AddressCounter<Socket, Request> {
  readonly address: string
  readonly idle = new IdleConnections<Socket, Request>()
  count = 0

  constructor(address: string) {
    this.address = address
  }
}

export interface Connection<Socket, Request> {
  readonly socket: Socket
  /**
   * Counter of the connection's address; null for a trusted proxy, whose connections carry requests of many clients.
   */
  readonly addressCounter: AddressCounter<Socket, Request> | null
  /** Requests without a complete response. A client that pipelines can have more than one. */
  readonly requests: Array<Request>
  isOpen: boolean
  /** Group in `IdleConnections`; null while the connection carries a request, and always null for a trusted proxy. */
  idleGroup: "fresh" | "idle" | null
}

export interface OpenResult<Socket, Request> {
  /** New connection; null if it was refused, because no other connection could be closed to make room. */
  readonly connection: Connection<Socket, Request> | null
  /** Connection that was removed to make room. The caller must destroy its socket. */
  readonly evicted: Connection<Socket, Request> | null
  readonly limitReached: LimitReached | null
}

/**
 * Open connections, in total and by client address.
 *
 * At a limit, a new connection replaces a connection without a request, so silent connections cannot lock out other
 * clients. Connections of trusted proxies count only toward the total, and are never closed to make room. The time of
 * an operation does not depend on the number of connections.
 */
export class ConnectionTable<Socket, Request> {
  readonly connections = new Set<Connection<Socket, Request>>()
  private readonly idle = new IdleConnections<Socket, Request>()
  private readonly addressCounters = new Map<string, AddressCounter<Socket, Request>>()
  private readonly limits: ConnectionLimits

  constructor(limits: ConnectionLimits) {
    this.limits = limits
  }

  get addressCount(): number {
    return this.addressCounters.size
  }

  open(socket: Socket, address: string | null): OpenResult<Socket, Request> {
    const addressCounter = address === null
      ? null
      : this.addressCounters.get(address) ?? new AddressCounter<Socket, Request>(address)
    const [reached, candidates] = this.findLimit(addressCounter)
    if (candidates === null) {
      return { connection: this.insert(socket, addressCounter), evicted: null, limitReached: reached }
    }
    const evicted = candidates.evictionCandidate ?? null
    if (evicted === null) return { connection: null, evicted, limitReached: reached }
    this.close(evicted)
    return { connection: this.insert(socket, addressCounter), evicted, limitReached: reached }
  }

  close(connection: Connection<Socket, Request>): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    this.connections.delete(connection)
    this.markBusy(connection)
    const { addressCounter } = connection
    if (addressCounter !== null && --addressCounter.count === 0) this.addressCounters.delete(addressCounter.address)
  }

  beginRequest(connection: Connection<Socket, Request>, request: Request): void {
    connection.requests.push(request)
    this.markBusy(connection)
  }

  /** Removes a request from its connection. Reports whether the request was still in progress. */
  endRequest(connection: Connection<Socket, Request>, request: Request): boolean {
    const { isOpen, requests, addressCounter } = connection
    const at = requests.indexOf(request)
    if (at < 0) return false
    requests.splice(at, 1)
    if (requests.length > 0 || !isOpen || addressCounter === null) return true
    this.markIdle(connection, addressCounter, "idle")
    return true
  }

  /** Returns the limit that a new connection would exceed, and the idle connections that could make room. */
  private findLimit(
    addressCounter: AddressCounter<Socket, Request> | null
  ): readonly [LimitReached, IdleConnections<Socket, Request>] | readonly [null, null] {
    if (addressCounter !== null && addressCounter.count >= this.limits.perAddressMax) {
      return ["address", addressCounter.idle]
    }
    return this.connections.size >= this.limits.connectionsMax ? ["all", this.idle] : [null, null]
  }

  private insert(socket: Socket, addressCounter: AddressCounter<Socket, Request> | null): Connection<Socket, Request> {
    const connection: Connection<Socket, Request> = {
      socket,
      addressCounter,
      requests: [],
      isOpen: true,
      idleGroup: null
    }
    this.connections.add(connection)
    if (addressCounter === null) return connection
    // If eviction closed the last other connection of this address, the map no longer contains the counter.
    if (addressCounter.count++ === 0) this.addressCounters.set(addressCounter.address, addressCounter)
    this.markIdle(connection, addressCounter, "fresh")
    return connection
  }

  private markIdle(
    connection: Connection<Socket, Request>,
    addressCounter: AddressCounter<Socket, Request>,
    kind: "fresh" | "idle"
  ): void {
    connection.idleGroup = kind
    this.idle[kind].add(connection)
    addressCounter.idle[kind].add(connection)
  }

  /** Marks a connection as no longer idle. */
  private markBusy(connection: Connection<Socket, Request>): void {
    const { idleGroup, addressCounter } = connection
    if (addressCounter === null || idleGroup === null) return
    connection.idleGroup = null
    this.idle[idleGroup].delete(connection)
    addressCounter.idle[idleGroup].delete(connection)
  }
}
