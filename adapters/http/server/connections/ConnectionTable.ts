/** Maximum numbers of open connections. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  /** Maximum per client address. */
  readonly perAddressMax: number
}

/** Limit that made the table close or refuse a connection: the limit of its address, or of all connections. */
export type LimitReached = "address" | "all"

/** Connections without a request, in the order in which they became idle. */
class Resting<Socket, Request> {
  /** Connections that have not carried a request yet: silent, or still sending their first headers. */
  readonly fresh = new Set<Connection<Socket, Request>>()
  readonly idle = new Set<Connection<Socket, Request>>()

  /**
   * The connection to close first: the oldest of the larger group. Many silent connections therefore displace each other, and not idle
   * connections that a client may be about to use, or the few that were just opened.
   */
  get first(): Connection<Socket, Request> | undefined {
    const group = this.fresh.size > this.idle.size ? this.fresh : this.idle
    return group.values().next().value
  }
}

/** The connections of one address. */
class Tally<Socket, Request> {
  readonly address: string
  readonly resting = new Resting<Socket, Request>()
  count = 0

  constructor(address: string) {
    this.address = address
  }
}

export interface Connection<Socket, Request> {
  readonly socket: Socket
  /** Counter of the connection's address; null for a trusted proxy, whose connections carry many clients. */
  readonly tally: Tally<Socket, Request> | null
  /** Requests that are not fully answered; more than one when the client pipelines. */
  readonly requests: Array<Request>
  isOpen: boolean
  /** Group of the idle connection; null while it carries a request. */
  rest: "fresh" | "idle" | null
}

/** Result of opening a connection. */
export interface Opened<Socket, Request> {
  /** Null when the connection was refused because no other could be closed in its place. */
  readonly connection: Connection<Socket, Request> | null
  /** Connection that was closed to make room. */
  readonly evicted: Connection<Socket, Request> | null
  readonly reached: LimitReached | null
}

/**
 * Open connections, in total and by client address. At a limit, a new connection replaces one without a request, so silent connections lock
 * out no client, whatever their address. Every operation takes constant time.
 *
 * Trusted proxies count in the total only, and none of their connections is closed to make room.
 */
export class ConnectionTable<Socket, Request> {
  readonly open = new Set<Connection<Socket, Request>>()
  private readonly resting = new Resting<Socket, Request>()
  private readonly tallies = new Map<string, Tally<Socket, Request>>()
  private readonly limits: ConnectionLimits

  constructor(limits: ConnectionLimits) {
    this.limits = limits
  }

  get addressesCount(): number {
    return this.tallies.size
  }

  opened(socket: Socket, address: string | null): Opened<Socket, Request> {
    const tally = address === null ? null : this.tallies.get(address) ?? new Tally<Socket, Request>(address)
    const [reached, crowd] = this.limitReached(tally)
    if (crowd === null) return { connection: this.add(socket, tally), evicted: null, reached }
    const evicted = crowd.first ?? null
    if (evicted === null) return { connection: null, evicted, reached }
    this.closed(evicted)
    return { connection: this.add(socket, tally), evicted, reached }
  }

  closed(connection: Connection<Socket, Request>): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    this.open.delete(connection)
    this.stir(connection)
    const { tally } = connection
    if (tally !== null && --tally.count === 0) this.tallies.delete(tally.address)
  }

  requestBegan(connection: Connection<Socket, Request>, request: Request): void {
    connection.requests.push(request)
    this.stir(connection)
  }

  /** Reports whether the request was still in progress. */
  requestEnded(connection: Connection<Socket, Request>, request: Request): boolean {
    const { isOpen, requests, tally } = connection
    const at = requests.indexOf(request)
    if (at < 0) return false
    requests.splice(at, 1)
    if (requests.length > 0 || !isOpen || tally === null) return true
    this.rest(connection, tally, "idle")
    return true
  }

  /** Returns the limit that a new connection reaches, and the connections of which one has to make room. */
  private limitReached(
    tally: Tally<Socket, Request> | null
  ): readonly [LimitReached, Resting<Socket, Request>] | readonly [null, null] {
    if (tally !== null && tally.count >= this.limits.perAddressMax) return ["address", tally.resting]
    return this.open.size >= this.limits.connectionsMax ? ["all", this.resting] : [null, null]
  }

  private add(socket: Socket, tally: Tally<Socket, Request> | null): Connection<Socket, Request> {
    const connection: Connection<Socket, Request> = { socket, tally, requests: [], isOpen: true, rest: null }
    this.open.add(connection)
    if (tally === null) return connection
    // If the last other connection of this address was closed, its counter is no longer in the map.
    if (tally.count++ === 0) this.tallies.set(tally.address, tally)
    this.rest(connection, tally, "fresh")
    return connection
  }

  private rest(
    connection: Connection<Socket, Request>,
    tally: Tally<Socket, Request>,
    kind: "fresh" | "idle"
  ): void {
    connection.rest = kind
    this.resting[kind].add(connection)
    tally.resting[kind].add(connection)
  }

  /** Marks a connection as no longer idle. */
  private stir(connection: Connection<Socket, Request>): void {
    const { rest, tally } = connection
    if (tally === null || rest === null) return
    connection.rest = null
    this.resting[rest].delete(connection)
    tally.resting[rest].delete(connection)
  }
}
