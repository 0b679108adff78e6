/**
 * Opens 10,000 silent connections from one address to the real server while other clients send requests.
 *
 * The other clients are 24 keep-alive connections, and 4 clients that open a connection for each request. Prints the
 * failed requests, the latencies, and when the last silent connection was closed.
 *
 *   node test/bench/connections.ts [silent connections] [seconds]
 */
import { Agent, get } from "node:http"
import { connect } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { startServer } from "../support/Server.ts"

const silentCount = Number(process.argv[2] ?? 10_000)
const seconds = Number(process.argv[3] ?? 30)
const clientsCount = 24
/** Pause between two requests of a client. */
const pauseMillis = 20
/**
 * Number of silent connections to open before waiting for a response.
 *
 * If more connections wait than the listener's backlog (1,024), the kernel drops some that their clients consider open.
 */
const batch = 500
/** Local address of the silent connections. On Linux, 127.0.0.0/8 is the loopback. */
const attacker = "127.0.0.9"

const server = await startServer()
const startedAt = performance.now()
const elapsed = () => performance.now() - startedAt
const errors = new Map<string, number>()
const count = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1)

const times: Array<number> = []
const ask = (agent: Agent): Promise<void> =>
  new Promise((resolve) => {
    const from = performance.now()
    const request = get(`${server.baseUrl}/healthz`, { agent }, (response) => {
      response.resume()
      response.on("end", () => {
        times.push(performance.now() - from)
        if (response.statusCode !== 200) count(`status ${response.statusCode}`)
        resolve()
      })
    })
    request.on("error", (error: NodeJS.ErrnoException) => {
      count(`client ${error.code}`)
      resolve()
    })
  })

let [opened, closed, lastClosedMillis] = [0, 0, 0]
const openSilent = async () => {
  for (let at = 0; at < silentCount; at++) {
    const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: attacker })
    // Discards incoming data. Without a reader, the socket never reports its end.
    socket.resume()
    socket.on("connect", () => opened++)
    socket.on("error", (error: NodeJS.ErrnoException) => count(`silent ${error.code}`))
    socket.on("close", () => {
      closed++
      lastClosedMillis = elapsed()
    })
    // Waits for a response, which arrives only after the server has accepted the earlier connections.
    if (at % batch === batch - 1) await ask(new Agent())
  }
}

const client = async (keepAlive: boolean) => {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  while (elapsed() < seconds * 1_000) {
    await ask(agent)
    await delay(pauseMillis)
  }
  agent.destroy()
}

try {
  const clients = Array.from({ length: clientsCount }, () => client(true))
  // These clients open a new connection for each request.
  const newcomers = Array.from({ length: 4 }, () => client(false))
  await openSilent()
  const openedMillis = elapsed()
  await Promise.all([...clients, ...newcomers])
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1)
  console.log(`Opened ${opened} silent connections in ${(openedMillis / 1_000).toFixed(1)} s`)
  console.log(`Closed ${closed}, the last one ${((lastClosedMillis - openedMillis) / 1_000).toFixed(1)} s later`)
  console.log(`Answered ${times.length} requests: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`)
  console.log(`Failures: ${JSON.stringify(Object.fromEntries(errors))}`)
  for (const line of server.output().match(/(?:WARN|ERROR).*/g) ?? []) console.log(line)
} finally {
  await server.stop()
  await server.remove()
}
process.exit()
