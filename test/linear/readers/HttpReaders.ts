import { Effect, Layer } from "effect"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { fileNameOf } from "../../../adapters/download/FileName.ts"
import { deviceCookie, readCookie, sessionCookie } from "../../../adapters/http/account/session/DashboardCookies.ts"
import { readManagementKey } from "../../../adapters/http/account/session/ManagementKeyHeader.ts"
import { baseUrlOf, crossOriginProblem, isOwnOrigin } from "../../../adapters/http/account/session/SameOrigin.ts"
import { parseMessage } from "../../../adapters/http/mcp/protocol/JsonRpc.ts"
import { quote } from "../../../adapters/http/mcp/tools/Quote.ts"
import {
  makeClientAddressResolver,
  makeNetworkTest,
  subscriberKey
} from "../../../adapters/http/server/connections/ClientAddress.ts"
import { visitorOf } from "../../../adapters/http/server/endpoints/Visitor.ts"
import { readTextBody } from "../../../adapters/http/server/messages/Body.ts"
import type { HttpExchange } from "../../../adapters/http/server/messages/HttpExchange.ts"
import { callerSpanOf } from "../../../adapters/http/server/messages/TraceContext.ts"
import { readUpload } from "../../../adapters/http/server/messages/Upload.ts"
import { acceptsCoding } from "../../../adapters/http/server/pages/StaticFile.ts"
import { parseScanAnswer, parseVersionAnswer } from "../../../adapters/malware/clamd/ClamdAnswer.ts"
import { parseRetryAfterMillis } from "../../../adapters/webrisk/http/Http.ts"
import { redact } from "../../../apps/server/process/Logging.ts"
import { addressBytesOf } from "../../../core/kernel/networks/VisitorAddress.ts"
import { Seals } from "../../../core/kernel/Seals.ts"
import { readChallenge } from "../../../core/shield/challenges/Challenge.ts"
import { parseSignals } from "../../../core/shield/score/Signals.ts"
import { parseUserAgent } from "../../../core/shield/score/UserAgent.ts"
import { readDegradedToken } from "../../../core/shield/tokens/DegradedToken.ts"
import { readTicket } from "../../../core/shield/tokens/Ticket.ts"
import { readToken } from "../../../core/shield/tokens/Token.ts"
import { hostOfOrigin } from "../../../core/shield/VisitorHost.ts"
import { type Reader, textReader } from "./Reader.ts"

/** Pumps for headers. Node accepts 16 KiB of headers in total, which is also the default length of a text. */
const header = {
  pumps: [
    "gatehouse=",
    "; gatehouse=a",
    "a=\"b;",
    "filename=\"",
    ";filename*=utf-8''%41",
    "gzip;q=0,",
    "W/\"a\",",
    "192.0.2.1, ",
    "[::1]:1,"
  ]
}

const seals = Effect.runSync(
  Effect.provide(
    Effect.map(Seals, (service) => service),
    Layer.provide(
      SealsNode.layerFixed([{ id: "k1", secret: new Uint8Array(32), createdAt: new Date(0) }]),
      SecretsNode.layer
    )
  )
)

/** Returns a request in which all headers except the content type and length are this text. */
const exchangeOf = (text: string, type: string, body: Uint8Array): HttpExchange => ({
  method: "POST",
  path: "/",
  query: "",
  remoteAddress: "192.0.2.1",
  clientAddress: "192.0.2.1",
  isWithinConcurrencyLimit: true,
  header: (name) => name === "content-type" ? type : name === "content-length" ? undefined : text,
  readBody: (_, take) => Effect.sync(() => take(body)),
  whenDisconnected: Effect.never
})

const contract = { body: "json-or-form", bodyBytesMax: 1024 * 1024 } as const

const bodyOf = (type: string) => (text: string) =>
  Effect.runSyncExit(readTextBody(exchangeOf("", type, Buffer.from(text)), contract))

const multipart = "multipart/form-data; boundary=x"
const uploaded = (body: string, type = multipart) =>
  Effect.runSyncExit(readUpload(exchangeOf("", type, Buffer.from(body)), contract))
const part = (head: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n--x--\r\n`

const validTraceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

const proxies = makeClientAddressResolver(["192.0.2.0/24", "2001:db8::/32"])
const isProxy = makeNetworkTest(["192.0.2.0/24"])

/** Readers of headers, bodies, tokens and log lines. */
export const httpReaders: ReadonlyArray<Reader> = [
  textReader(
    "header: Cookie",
    (text) => [sessionCookie, deviceCookie].map((cookie) => readCookie(cookie, text, null)),
    header
  ),
  textReader("header: Cookie, value", (text) => readCookie(sessionCookie, `gatehouse=${text}`, null), header),
  textReader("header: Authorization", readManagementKey, { pumps: ["Bearer ", " ", "gh_manage_"] }),
  textReader("header: X-Forwarded-For", (text) => proxies("192.0.2.1", text), header),
  textReader("address of a peer", (text) => [proxies(text, undefined), isProxy(text), subscriberKey(text)], {
    pumps: ["%a", "::", "1."]
  }),
  textReader("header: traceparent", (text) => callerSpanOf({ header: () => text }), { pumps: ["00-", "-0", "a"] }),
  textReader(
    "header: tracestate",
    (text) => callerSpanOf({ header: (name) => name === "traceparent" ? validTraceParent : text }),
    { pumps: ["a=b,", ",", " ", "a@b="] }
  ),
  textReader("header: Accept-Encoding", (text) => acceptsCoding(text, "gzip"), header),
  textReader("header: Origin", (text) => [isOwnOrigin(text, "a.example", null), hostOfOrigin(text)], header),
  textReader("header: Host", (text) => [baseUrlOf(null, text), isOwnOrigin("http://a.example", text, null)], header),
  textReader(
    "header: any, on an own page",
    (text) => crossOriginProblem({ method: "POST", header: () => text }, "https://gate.example"),
    header
  ),
  textReader("headers of a visitor", (text) => visitorOf(exchangeOf(text, text, new Uint8Array()), "r").request, {
    pumps: ["Mozilla/5.0 (", "Chrome/1.", "\"Chromium\";v=\"1\", ", "bot"]
  }),
  textReader("header: User-Agent", parseUserAgent, { pumps: ["Version/1.2 ", "Chrome/1", " Safari/"] }),
  textReader(
    "header: Content-Disposition",
    (text) => fileNameOf(`attachment; filename=${text}`, new URL("http://a.example/")),
    header
  ),
  textReader(
    "header: Content-Disposition, parameters",
    (text) => fileNameOf(text, new URL("http://a.example/")),
    header
  ),
  textReader(
    "name in a URL",
    (text) => fileNameOf(undefined, new URL(`http://a.example/${encodeURI(text.toWellFormed())}`)),
    { pumps: ["%41", "%2f"] }
  ),
  textReader(
    "answer of clamd",
    (text) => [parseScanAnswer(`stream: ${text} FOUND`), parseVersionAnswer(`ClamAV ${text}`)],
    {
      pumps: ["/", " ", "stream: ", " FOUND"]
    }
  ),
  textReader("header: Retry-After", (text) => parseRetryAfterMillis(text, 0)),
  textReader("body: JSON", bodyOf("application/json"), { pumps: ["[", "{\"a\":", "\"a\",", "\\u0041"] }),
  textReader("body: MCP message", (text) => parseMessage(text), { pumps: ["[", "{\"method\":", "\"id\",", "\\u0041"] }),
  textReader("value in a text for an agent", (text) => quote(text), { pumps: ["\"", "\\", "\n"] }),
  textReader("body: form", bodyOf("application/x-www-form-urlencoded"), { pumps: ["a=b&", "%41", "a=%zz&"] }),
  textReader(
    "body: type",
    (text) => Effect.runSyncExit(readTextBody(exchangeOf("", text, new Uint8Array()), contract))
  ),
  textReader("upload: bytes", (text) => uploaded(text), {
    pumps: ["--x\r\n", "\r\n--x", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n", "\r\n\r\n"]
  }),
  textReader("upload: boundary", (text) => uploaded("--x", `multipart/form-data; boundary=${text}`), {
    pumps: ["; boundary=x", "boundary=\""]
  }),
  textReader("upload: head of a part", (text) => uploaded(part(text, "a")), {
    pumps: ["; name=\"a", "; filename=\"", "; filename*=utf-8''%41", "\\\""]
  }),
  textReader("upload: file", (text) => uploaded(part("name=\"file\"; filename=\"a\"", text)), {
    pumps: ["\r\n--", "\r\n--y", "\r"]
  }),
  textReader(
    "upload: name of a file",
    (text) => uploaded(part(`name="file"; filename="${text.replaceAll(/["\r\n]/g, "")}"`, "a")),
    { pumps: ["a/", "..\\"] }
  ),
  textReader("Shield: challenge", (text) => readChallenge(seals, `sc1.k1.${text}`)),
  textReader("Shield: ticket", (text) => readTicket(seals, `st1.k1.${text}`)),
  textReader(
    "Shield: token",
    (text) => [readToken(seals, `sh1.k1.${text}`), readToken(seals, text), readDegradedToken(seals, text)],
    { pumps: ["sh1.", "sd1.k1."] }
  ),
  textReader("Shield: signals", (text) => parseSignals({ v: 1, shape: text, userAgent: text, platform: text })),
  textReader("Shield: address", addressBytesOf, { pumps: ["1.", "::", "0:"] }),
  textReader("line of the log", redact, {
    pumps: ["gh_live_", "token=", "\"password\":\"", "Bearer ", "postgres://a:b@", "cookie: "]
  })
]
