/** How many connections may be open at once. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  /** Of one client address. */
  readonly perAddressMax: number
}

/** Why a connection was closed to make room, or not taken: its own address, or all together, were at the limit. */
export type LimitReached = "address" | "all"

/** A connection that carries no request, by the order in which it came to rest. */
class Resting<Socket, Request> {
  /** Has not carried a request yet: it is silent, or sends its first headers slowly. */
  readonly fresh = new Set<Connection<Socket, Request>>()
  readonly idle = new Set<Connection<Socket, Request>>()

  /**
   * The one to close first: the oldest of the larger group. Silent connections in great number so displace each other, and
   * neither idle ones that a client may be about to use, nor the few that have only just been opened.
   */
  get first(): Connection<Socket, Request> | undefined {
    const group = this.fresh.size > this.idle.size ? this.fresh : this.idle
    return group.values().next().value
  }
}

class Tally<Socket, Request> {
  readonly resting = new Resting<Socket, Request>()
  count = 0
}

export interface Connection<Socket, Request> {
  readonly socket: Socket
  /** What it is counted by; null for a trusted proxy, whose connections carry many clients. */
  readonly address: string | null
  /** Not answered in full yet; more than one when the client sends the next before it has the response. */
  readonly requests: Array<Request>
  isOpen: boolean
  /** Where it rests; null while it carries a request. */
  rest: "fresh" | "idle" | null
}

/** What came of a new connection. */
export interface Opened<Socket, Request> {
  /** Null when the connection was not taken: no other could be closed in its place. */
  readonly connection: Connection<Socket, Request> | null
  /** Closed to make room. */
  readonly evicted: Connection<Socket, Request> | null
  readonly reached: LimitReached | null
}

/**
 * Open connections, in total and by client address. At a limit a new connection takes the place of one that carries no
 * request, so that silent connections keep no client out, whatever their address. Every operation takes constant time.
 *
 * Trusted proxies count in the total only, and none of their connections is closed for another.
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
    const reached = this.reachedBy(address)
    let evicted: Connection<Socket, Request> | null = null
    if (reached !== null) {
      evicted = (reached === "all" ? this.resting : this.tallies.get(address!)!.resting).first ?? null
      if (evicted === null) return { connection: null, evicted, reached }
      this.closed(evicted)
    }
    return { connection: this.add(socket, address), evicted, reached }
  }

  closed(connection: Connection<Socket, Request>): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    this.open.delete(connection)
    this.stir(connection)
    if (connection.address === null) return
    const tally = this.tallies.get(connection.address)!
    if (--tally.count === 0) this.tallies.delete(connection.address)
  }

  requestBegan(connection: Connection<Socket, Request>, request: Request): void {
    connection.requests.push(request)
    this.stir(connection)
  }

  /** Reports whether the request was in progress until now. */
  requestEnded(connection: Connection<Socket, Request>, request: Request): boolean {
    const { address, isOpen, requests } = connection
    const at = requests.indexOf(request)
    if (at < 0) return false
    requests.splice(at, 1)
    if (requests.length > 0 || !isOpen || address === null) return true
    connection.rest = "idle"
    this.resting.idle.add(connection)
    this.tallies.get(address)!.resting.idle.add(connection)
    return true
  }

  private reachedBy(address: string | null): LimitReached | null {
    const ofAddress = address === null ? 0 : this.tallies.get(address)?.count ?? 0
    if (ofAddress >= this.limits.perAddressMax) return "address"
    return this.open.size >= this.limits.connectionsMax ? "all" : null
  }

  private add(socket: Socket, address: string | null): Connection<Socket, Request> {
    const connection: Connection<Socket, Request> = { socket, address, requests: [], isOpen: true, rest: null }
    this.open.add(connection)
    if (address === null) return connection
    connection.rest = "fresh"
    let tally = this.tallies.get(address)
    if (tally === undefined) this.tallies.set(address, tally = new Tally())
    tally.count++
    tally.resting.fresh.add(connection)
    this.resting.fresh.add(connection)
    return connection
  }

  /** It rests no longer. */
  private stir(connection: Connection<Socket, Request>): void {
    const { address, rest } = connection
    if (address === null || rest === null) return
    connection.rest = null
    this.resting[rest].delete(connection)
    this.tallies.get(address)!.resting[rest].delete(connection)
  }
}
