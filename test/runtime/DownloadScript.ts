import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { gzipSync } from "node:zlib"
import * as DownloadNode from "../../adapters/download/DownloadNode.ts"
import { Download } from "../../core/threats/Download.ts"
import { FakeInternet, head, ok, redirect, send, textOf } from "../adapters/download/FakeInternet.ts"
import { cases, tooSlow } from "./DownloadCases.ts"

const server = "93.184.216.34"

const names: ReadonlyArray<readonly [string, ReadonlyArray<ReadonlyArray<string> | null>]> = [
  ["public.test", [[server]]],
  ["inner.test", [["10.0.0.1"]]],
  ["mixed.test", [[server, "127.0.0.1"]]],
  ["mapped.test", [["::ffff:127.0.0.1"]]],
  ["empty.test", [[]]],
  ["flip.test", [[server], ["127.0.0.1"]]],
  ["other.test", [[server]]]
]

/** The server's behavior for each path. */
const serves: Readonly<Record<string, Parameters<FakeInternet["serve"]>[2]>> = {
  "/doc.pdf": ok("a document", "Content-Type: application/pdf", "Content-Disposition: x; filename=\"\xfcber.pdf\""),
  "/gzip": ok(gzipSync("zipped"), "Content-Encoding: gzip"),
  "/bomb": ok(gzipSync(new Uint8Array(5_000_000)), "Content-Encoding: gzip"),
  "/chunked": send(head(200, "Transfer-Encoding: chunked"), "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"),
  "/until-end": send(head(200), "abc"),
  "/large": send(head(200), new Uint8Array(1_200_000)),
  "/claims-much": send(head(200, "Content-Length: 99999999")),
  "/short": send(head(200, "Content-Length: 99"), "abc"),
  "/long": send(head(200, "Content-Length: 2"), "abcdef"),
  "/headers": ok("x", `X: ${"a".repeat(20_000)}`),
  "/interim": send("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100), head(200), "x"),
  "/upgrade": send(head(101, "Connection: Upgrade", "Upgrade: x")),
  "/garbage": send("SSH-2.0\r\n"),
  "/404": send(head(404, "Content-Length: 0")),
  "/silent": () => {},
  "/drip": (socket) => {
    socket.write(head(200))
    const timer = setInterval(() => socket.write("x"), 50)
    socket.on("close", () => clearInterval(timer))
  },
  "/to-doc": redirect("/doc.pdf"),
  "/to-loopback": redirect("http://127.0.0.1/"),
  "/to-inner": redirect("http://inner.test/"),
  "/to-file": redirect("file:///etc/passwd"),
  "/to-http": redirect("http://public.test/doc.pdf"),
  "/to-self": redirect("/to-self")
}

const totalMillisMax = 700

/** Advances the time past the deadline once the server has the request. */
const timePasses = (isRequested: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!isRequested()) await new Promise((resolve) => setImmediate(resolve))
  }).pipe(Effect.andThen(TestClock.adjust(totalMillisMax)))

export interface DownloadReport {
  readonly status: unknown
  readonly outcomes: Readonly<Record<string, string>>
  readonly requests: ReadonlyArray<string>
}

/** Reports the outcome of each URL, and the request heads that the download client sent. */
export const downloadReport = async (): Promise<DownloadReport> => {
  const internet = new FakeInternet()
  for (const [name, answers] of names) internet.names.set(name, answers)
  for (const port of [80, 443]) {
    await internet.serve(server, port, (socket, text) => serves[text.split(" ")[1]!]!(socket, text))
  }
  const status = await Effect.runPromise(
    Effect.flatMap(Download, (download) => download.status).pipe(Effect.provide(DownloadNode.layer()))
  )
  const outcomes: Record<string, string> = {}
  for (const [url, expected] of cases) {
    const heads = internet.heads.length
    const isRequested = () => internet.heads.length > heads
    const pending = expected === tooSlow ? timePasses(isRequested) : undefined
    const outcome = await internet.fetch(url, { bytesMax: 1_000_000, totalMillisMax }, pending)
    const { document, kind, message } = outcome
    const result = document === null
      ? `${kind}: ${message}`
      : `${textOf(outcome)} | ${document.fileName} | ${document.contentType} | ${document.finalUrl}`
    outcomes[url] = `${result} -> ${internet.connections.join(", ")}`
  }
  return { status, outcomes, requests: [...new Set(internet.heads.map((text) => text.replace(/^GET \S+/, "GET …")))] }
}
