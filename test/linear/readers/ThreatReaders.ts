import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { feedFormats } from "../../../adapters/webrisk/feeds/formats/Formats.ts"
import { FeedRefused } from "../../../adapters/webrisk/feeds/reading/Limits.ts"
import { readFeedText } from "../../../adapters/webrisk/feeds/reading/ReadFeed.ts"
import { readLookup } from "../../../adapters/webrisk/lookup/LookupAnswer.ts"
import { readHashList } from "../../../adapters/webrisk/safebrowsing/HashListAnswer.ts"
import { readSearchAnswer } from "../../../adapters/webrisk/safebrowsing/SearchAnswer.ts"
import { receiptOf } from "../../../adapters/webrisk/submission/GoogleReports.ts"
import { readDiff } from "../../../adapters/webrisk/update/DiffAnswer.ts"
import { readSearch } from "../../../adapters/webrisk/update/SearchAnswer.ts"
import { columnsOf, recordOfRow } from "../../../apps/cli/files/BlocklistRecord.ts"
import { printable } from "../../../apps/cli/terminal/Table.ts"
import { ofText, type Reader } from "./Reader.ts"

const readAs = (format: string | null) => (text: string) => {
  try {
    return readFeedText(text, { format, type: "phishing" }, hostKnowledge)
  } catch (cause) {
    if (cause instanceof FeedRefused) return cause
    throw cause
  }
}

/** Texts that are almost list entries. */
const nearEntries = [
  "||a.example^\n",
  "||a.example^$",
  "@@||",
  "0.0.0.0 a.example\n",
  "*.a.example\n",
  "address=/a.example/\n",
  "a.example CNAME .\n",
  "http://a.example/b\n",
  "\"1\",\"http://a\",",
  "\"\",",
  "{\"url\":\"http://a\"},",
  "[{\"url\":",
  "\"a.example\",\n",
  "# a\n"
]

const digest = Buffer.alloc(32).toString("base64")
const lists = ["MALWARE"] as unknown as Parameters<typeof readLookup>[1]

/** Readers of threat lists, vendor responses, and files that the command line imports. */
export const threatReaders: ReadonlyArray<Reader> = [
  ofText("feed", readAs(null), { near: nearEntries }),
  ...feedFormats.map(({ id }) => ofText(`feed: ${id}`, readAs(id), { near: nearEntries })),
  ofText("feed: one line", (text) => feedFormats.map(({ id }) => readAs(id)(text.replaceAll(/[\r\n]/g, " "))), {
    chars: 8_192,
    near: nearEntries
  }),
  ofText("Web Risk: lookup", (text) => readLookup({ threat: { threatTypes: [text], expireTime: text } }, lists)),
  ofText("Web Risk: diff", readDiff, { near: ["{\"additions\":", "[["] }),
  ofText(
    "Web Risk: texts of a diff",
    (text) =>
      readDiff(
        JSON.stringify({
          responseType: "RESET",
          checksum: { sha256: digest },
          additions: { rawHashes: [{ prefixSize: 4, rawHashes: text }] },
          newVersionToken: text,
          recommendedNextDiff: text
        })
      ),
    {
      near: ["AAAA", "===="]
    }
  ),
  ofText(
    "Web Risk: search",
    (text) =>
      readSearch({ threats: [{ threatTypes: [text], hash: digest, expireTime: text }] }, new Uint8Array(4), lists)
  ),
  ofText("Safe Browsing: list", (text) => readHashList(Buffer.from(text, "latin1")), {
    near: ["\x0a\x01a", "\x12\x80\x80", "\x08\x80", "\x22\x02\x08\x01"]
  }),
  ofText("Safe Browsing: search", (text) => readSearchAnswer(Buffer.from(text, "latin1"), [new Uint8Array(4)]), {
    near: ["\x0a\x02\x0a\x00", "\x12\x02\x08\x01"]
  }),
  ofText("receipt of a report", (text) => receiptOf({ name: text, metadata: { state: text } }), {
    near: ["projects/1/operations/"]
  }),
  ofText("blocklist file: row", (text) => [columnsOf(text), recordOfRow(text)], {
    near: ["\"a\",", "\"\"", "'=", "domain,a,"]
  }),
  ofText("text on a terminal", printable, { near: ["\x1b[1", "\x1b]0;a"] })
]
