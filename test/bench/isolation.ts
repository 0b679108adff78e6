import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { availableParallelism, constants, setPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { makeOoxml, wordDocument } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { startFlags } from "../support/StartFlags.ts"
import { makeDocuments } from "./documents/Sizes.ts"
import { readRunDocument } from "./fuzz/Runs.ts"
import { postRequest, runLoad } from "./load.ts"

const help =
  `Latency of /scan/email while the server scans documents, compared with an otherwise idle server. The two phases alternate. Requests
are sent at a fixed rate, and latency counts from the time at which a request was due.

  node test/bench/isolation.ts [options]

  --rounds <number>        rounds of both phases (3)
  --seconds <number>       duration of each phase (10)
  --pace <milliseconds>    interval between two requests (5)
  --documents <number>     concurrent uploads (2)
  --mutated                only mutated documents: no large ones and no bombs

This process sends the requests and another one the documents, so with the server's two threads four threads compete for the cores.
On a machine with two cores, the clients would slow the server down. Therefore the measuring process gets the highest priority if
it runs as root, and the process that sends documents gets the lowest.
`

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "10" },
    pace: { type: "string", default: "5" },
    documents: { type: "string", default: "2" },
    mutated: { type: "boolean", default: false },
    // Port of the server, set only in the process that uploads documents.
    upload: { type: "string" },
    key: { type: "string", default: "" }
  }
})

const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const paceMillis = Number(values.pace)
const uploads = Number(values.documents)
const warmUp = 20_000
const connections = 16

/** Returns mutated documents and, without `--mutated`, also bombs and documents of up to 25 MB. */
const documents = (): ReadonlyArray<readonly [string, Uint8Array]> => {
  const mutated = Array.from({ length: 40 }, (_, run) => {
    const { bytes } = readRunDocument({ seeds: null, seed: 1, seedBytesMax: 1e6 }, run)
    return ["mutated", bytes] as const
  })
  if (values.mutated) return mutated
  const zeros = new Uint8Array(20_000_000)
  const bomb = makeOoxml({ mainContent: wordDocument(""), parts: { "word/a.xml": zeros, "word/b.xml": zeros } })
  return [
    ...mutated,
    ["pdf, 25 MB", makeDocuments["pdf"]!(23_000_000)],
    ["pdf, 1 MB", makeDocuments["pdf"]!(950_000)],
    ["xlsx, 5 MB", makeDocuments["xlsx"]!(4_500_000)],
    ["docx, 1 MB", makeDocuments["docx"]!(950_000)],
    ["docx, 25 MB", makeDocuments["docx"]!(23_000_000)],
    ["bomb", bomb],
    ["xls, 25 MB", makeDocuments["xls"]!(23_000_000)],
    ["xlsx, 25 MB", makeDocuments["xlsx"]!(23_000_000)]
  ]
}

/** Returns an upload request whose form has one file. */
const upload = (key: string, name: string, bytes: Uint8Array): Buffer => {
  const before = Buffer.from(
    `--gatehouse\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  )
  const behind = Buffer.from("\r\n--gatehouse--\r\n")
  const head = [
    "POST /scan HTTP/1.1",
    "Host: 127.0.0.1",
    `API-KEY: ${key}`,
    "Content-Type: multipart/form-data; boundary=gatehouse",
    `Content-Length: ${before.length + bytes.length + behind.length}`
  ].join("\r\n")
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), before, bytes, behind])
}

/** Uploads documents between the messages `go` and `stop` of the parent process, with low priority. */
const keepUploading = (port: number, key: string): void => {
  setPriority(constants.priority.PRIORITY_LOW)
  const requests = documents().map(([name, bytes]) => upload(key, name, bytes))
  let isGoing = false
  let done = 0
  let sent = 0
  const statuses: Record<string, number> = {}
  const go = async (): Promise<void> => {
    while (isGoing) {
      const request = requests[sent++ % requests.length]!
      const result = await runLoad({ port, connections: 1, requests: 1, request })
      for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count
      done++
    }
  }
  process.on("message", (message) => {
    isGoing = message === "go"
    if (isGoing) { for (let at = 0; at < uploads; at++) void go() }
    else process.send!({ done, statuses })
  })
  process.on("disconnect", () => process.exit(0))
  process.send!("ready")
}

/** Returns the latencies in milliseconds. Each is measured from the time at which the request was due. */
const responseMillis = (port: number, request: Buffer): Promise<ReadonlyArray<number>> =>
  new Promise((resolve, reject) => {
    const times: Array<number> = []
    const waiting: Array<number> = []
    const idle: Array<(due: number) => void> = []
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(port, "127.0.0.1")
      let due = 0
      const send = (from: number): void => {
        due = from
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on("error", reject)
      socket.on("connect", () => idle.push(send))
      socket.on("data", (chunk) => {
        // Each chunk is one response, because responses are short.
        if (!chunk.includes("HTTP/1.1 200")) reject(new Error(chunk.toString("latin1").slice(0, 200)))
        times.push(performance.now() - due)
        const next = waiting.shift()
        if (next === undefined) idle.push(send)
        else send(next)
      })
      return socket
    })
    const start = performance.now() + 100
    let count = 0
    const timer = setInterval(() => {
      const now = performance.now()
      for (let due = start + count * paceMillis; due <= now; due = start + ++count * paceMillis) {
        const send = idle.shift()
        if (send === undefined) waiting.push(due)
        else send(due)
      }
      if (now < start + seconds * 1_000 || idle.length < connections) return
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      resolve(times)
    }, 1)
  })

const message = (child: ChildProcess): Promise<any> => new Promise((resolve) => child.once("message", resolve))

const percentile = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(share * times.length)] ?? 0

/** Raises the priority of this process. Child processes must start before, because they would inherit the priority. */
const standOut = (): void => {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log("measured with normal priority, because this process does not run as root")
  }
}

const measure = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"))
  const server = fork(new URL("./servers/gatehouse.ts", import.meta.url), {
    execArgv: [...startFlags],
    env: { ...process.env, DATABASE_URL: `sqlite:${folder}/bench.db`, PORT: "0", GATEHOUSE_LOG_LEVEL: "Warn" }
  })
  const { key, port } = await message(server)
  const uploader = fork(import.meta.filename, [
    "--documents",
    values.documents,
    "--upload",
    String(port),
    "--key",
    key,
    ...values.mutated ? ["--mutated"] : []
  ])
  await message(uploader)
  standOut()
  const request = postRequest("/scan/email", { "API-KEY": key }, { email: "ann.example@example-company.com" })
  await runLoad({ port, connections, requests: warmUp, request })
  const phases = { idle: [] as Array<number>, scanning: [] as Array<number> }
  let before = 0
  for (let round = 0; round < rounds; round++) {
    phases.idle.push(...await responseMillis(port, request))
    uploader.send("go")
    phases.scanning.push(...await responseMillis(port, request))
    uploader.send("stop")
    const { done, statuses } = await message(uploader)
    console.log(`round ${round + 1}: ${done - before} documents scanned, responses so far ${JSON.stringify(statuses)}`)
    before = done
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  }
  console.log(`\n${availableParallelism()} cores, a request every ${paceMillis} ms, ${uploads} concurrent documents\n`)
  console.log("               responses      p50      p90      p99    p99.9   ms")
  for (const [title, times] of Object.entries(phases)) {
    const cells = [0.5, 0.9, 0.99, 0.999].map((share) => percentile(times, share).toFixed(1).padStart(9))
    console.log(title.padEnd(16) + String(times.length).padStart(8) + cells.join(""))
  }
  const ratio = percentile(phases.scanning, 0.99) / percentile(phases.idle, 0.99)
  console.log(`\np99 during document scans: ${ratio.toFixed(1)} times the p99 of an idle server`)
  server.disconnect()
  uploader.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

if (values.help) console.log(help)
else if (values.upload !== undefined) keepUploading(Number(values.upload), values.key)
else await measure()
