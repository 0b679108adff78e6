import { Socket } from "node:net"
import { Duplex } from "node:stream"

export interface SocketLimits {
  /** Time without a reply after which a connection triggers a probe. */
  readonly suspectMillisMin: number
  /** Maximum time for the reply to a probe. After that, PostgreSQL counts as silent. */
  readonly probeMillisMax: number
  /** Interval between probes while PostgreSQL is silent or connections wait. */
  readonly probeAgainMillis: number
  /** Maximum number of sockets opened per second. A burst may open twice as many. A healthy pool opens only a few. */
  readonly opensPerSecondMax: number
}

/** @param silentMillisMax how long a statement waits for a silent PostgreSQL */
export const socketLimits = (silentMillisMax: number): SocketLimits => ({
  suspectMillisMin: silentMillisMax / 2,
  probeMillisMax: silentMillisMax / 2,
  probeAgainMillis: 500,
  opensPerSecondMax: 40
})

export interface PostgresAddress {
  readonly host: string
  readonly port: number
  /** Path of a Unix socket, used instead of host and port. */
  readonly path: string | undefined
  /** Whether the driver requests TLS. */
  readonly isEncrypted: boolean
}

/**
 * Opens the sockets of a connection pool at a limited rate, and closes them when PostgreSQL is silent.
 *
 * If the process is stopped or the network drops packets, connections stay open without a reply, and statements would
 * wait for minutes. A deadline for each statement would also end long statements that make progress. Instead, if a
 * connection waits longer than `suspectMillisMin`, a probe opens another connection and sends the 8 bytes of an
 * `SSLRequest`. Every server and pooler replies with one byte before authentication (PostgreSQL documentation, "Message
 * Flow", "SSL Session Encryption"). If there is no reply within `probeMillisMax`, this class destroys every socket, and
 * the driver fails their statements. New sockets then fail immediately until PostgreSQL replies to a probe.
 *
 * To refuse a connection (`too_many_connections`, startup), PostgreSQL starts a process, which takes at least 10 ms.
 * Sockets above the rate fail immediately, so callers do not wait and PostgreSQL can recover.
 */
export class PostgresSockets {
  private readonly address: PostgresAddress
  private readonly limits: SocketLimits
  private readonly sockets = new Set<WatchedSocket>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isSilent = false
  private opensLeft: number
  private countedAt = performance.now()

  constructor(address: PostgresAddress, limits: SocketLimits) {
    this.address = address
    this.limits = limits
    this.opensLeft = 2 * limits.opensPerSecondMax
  }

  /**
   * Opens a stream for the driver. The stream fails immediately while PostgreSQL is silent, and above the rate limit.
   */
  readonly open = (): Duplex => {
    const socket = this.openSocket()
    // TLS takes over the handle of a `Socket` and would bypass this class. It reads and writes other streams normally.
    return this.address.isEncrypted ? Duplex.from({ readable: socket, writable: socket }) : socket
  }

  private openSocket(): Socket {
    const socket = new WatchedSocket({ onWait: this.watch, onEnd: () => void this.sockets.delete(socket) })
    const refusal = this.isSilent ? silentError() : this.takeOpen() ? null : tooManyOpensError()
    if (refusal !== null) {
      process.nextTick(() => socket.destroy(refusal))
      return socket
    }
    this.sockets.add(socket)
    return connect(socket, this.address)
  }

  private takeOpen(): boolean {
    const { opensPerSecondMax } = this.limits
    const now = performance.now()
    this.opensLeft = Math.min(
      2 * opensPerSecondMax,
      this.opensLeft + opensPerSecondMax * (now - this.countedAt) / 1_000
    )
    this.countedAt = now
    if (this.opensLeft < 1) return false
    this.opensLeft--
    return true
  }

  /** Stops the probes. Leaves the sockets open, because the pool closes them. */
  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.isSilent = false
    this.sockets.clear()
  }

  private readonly watch = (): void => {
    this.timer ??= setTimeout(this.check, this.limits.suspectMillisMin).unref()
  }

  private readonly check = (): void => {
    const now = performance.now()
    const waits = [...this.sockets].map(({ waitingSince }) => waitingSince).filter((since) => since !== null)
    if (waits.length === 0 && !this.isSilent) {
      this.timer = undefined
      return
    }
    const restMillis = Math.min(...waits) + this.limits.suspectMillisMin - now
    if (!this.isSilent && restMillis > 0) return this.checkIn(restMillis)
    probe(this.address, this.limits.probeMillisMax, (isAnswered) => {
      if (this.timer === undefined) return
      this.isSilent = !isAnswered
      if (this.isSilent) { for (const socket of this.sockets) socket.destroy(silentError()) }
      this.checkIn(this.limits.probeAgainMillis)
    })
  }

  private checkIn(millis: number): void {
    this.timer = setTimeout(this.check, millis).unref()
  }
}

const tooManyOpensError = (): Error =>
  new Error("Connections to PostgreSQL keep failing. The next attempt follows soon.")

const silentError = (): Error => new Error("PostgreSQL does not respond.")

interface SocketEvents {
  readonly onWait: () => void
  readonly onEnd: () => void
}

/** Socket that records since when the driver waits for a reply. The wait starts with the first write after a reply. */
class WatchedSocket extends Socket {
  waitingSince: number | null = null
  private readonly events: SocketEvents

  constructor(events: SocketEvents) {
    super()
    this.events = events
    this.setNoDelay(true)
    this.on("data", () => {
      this.waitingSince = null
    })
    this.once("close", events.onEnd)
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.wait()
    super._write(chunk, encoding, done)
  }

  override _writev(
    chunks: Array<{ chunk: unknown; encoding: BufferEncoding }>,
    done: (error?: Error | null) => void
  ): void {
    this.wait()
    super._writev!(chunks, done)
  }

  private wait(): void {
    if (this.waitingSince !== null) return
    this.waitingSince = performance.now()
    this.events.onWait()
  }
}

const connect = <S extends Socket>(socket: S, { host, path, port }: PostgresAddress): S =>
  path === undefined ? socket.connect({ host, port }) : socket.connect({ path })

/** Message `SSLRequest`: its length (8) and its request code (80877103). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Reports whether PostgreSQL replies. A refused connection counts as a reply, because the driver gets the same error.
 */
const probe = (address: PostgresAddress, millisMax: number, onEnd: (isAnswered: boolean) => void): void => {
  const socket = new Socket()
  const end = (isAnswered: boolean) => {
    clearTimeout(timer)
    socket.removeAllListeners().on("error", () => {}).destroy()
    onEnd(isAnswered)
  }
  const timer = setTimeout(end, millisMax, false)
  socket.once("data", () => end(true)).once("error", () => end(true)).once("close", () => end(true))
  connect(socket, address).write(sslRequest)
}
