import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { feedFormats } from "../../../adapters/webrisk/feeds/formats/Formats.ts"
import { FeedRefused } from "../../../adapters/webrisk/feeds/reading/Limits.ts"
import { readFeedText } from "../../../adapters/webrisk/feeds/reading/ReadFeed.ts"
import { parseLookup } from "../../../adapters/webrisk/lookup/LookupResult.ts"
import { parseHashList } from "../../../adapters/webrisk/safebrowsing/HashListResponse.ts"
import { parseSearchResponse } from "../../../adapters/webrisk/safebrowsing/SearchResponse.ts"
import { parseReceipt } from "../../../adapters/webrisk/submission/GoogleReports.ts"
import { parseDiff } from "../../../adapters/webrisk/update/DiffResponse.ts"
import { parseSearch } from "../../../adapters/webrisk/update/SearchResponse.ts"
import { parseHeader, parseRow } from "../../../apps/cli/files/BlocklistRecord.ts"
import { printable } from "../../../apps/cli/terminal/Table.ts"
import { type Reader, textReader } from "./Reader.ts"

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
const lists = ["MALWARE"] as unknown as Parameters<typeof parseLookup>[1]

/** Readers of threat lists, vendor responses, and files that the command line imports. */
export const threatReaders: ReadonlyArray<Reader> = [
  textReader("feed", readAs(null), { pumps: nearEntries }),
  ...feedFormats.map(({ id }) => textReader(`feed: ${id}`, readAs(id), { pumps: nearEntries })),
  textReader("feed: one line", (text) => feedFormats.map(({ id }) => readAs(id)(text.replaceAll(/[\r\n]/g, " "))), {
    chars: 8_192,
    pumps: nearEntries
  }),
  textReader("Web Risk: lookup", (text) => parseLookup({ threat: { threatTypes: [text], expireTime: text } }, lists)),
  textReader("Web Risk: diff", parseDiff, { pumps: ["{\"additions\":", "[["] }),
  textReader(
    "Web Risk: texts of a diff",
    (text) =>
      parseDiff(
        JSON.stringify({
          responseType: "RESET",
          checksum: { sha256: digest },
          additions: { rawHashes: [{ prefixSize: 4, rawHashes: text }] },
          newVersionToken: text,
          recommendedNextDiff: text
        })
      ),
    {
      pumps: ["AAAA", "===="]
    }
  ),
  textReader(
    "Web Risk: search",
    (text) =>
      parseSearch({ threats: [{ threatTypes: [text], hash: digest, expireTime: text }] }, new Uint8Array(4), lists)
  ),
  textReader("Safe Browsing: list", (text) => parseHashList(Buffer.from(text, "latin1")), {
    pumps: ["\x0a\x01a", "\x12\x80\x80", "\x08\x80", "\x22\x02\x08\x01"]
  }),
  textReader("Safe Browsing: search", (text) => parseSearchResponse(Buffer.from(text, "latin1"), [new Uint8Array(4)]), {
    pumps: ["\x0a\x02\x0a\x00", "\x12\x02\x08\x01"]
  }),
  textReader("receipt of a report", (text) => parseReceipt({ name: text, metadata: { state: text } }), {
    pumps: ["projects/1/operations/"]
  }),
  textReader("blocklist file: row", (text) => [parseHeader(text), parseRow(text)], {
    pumps: ["\"a\",", "\"\"", "'=", "domain,a,"]
  }),
  textReader("text on a terminal", printable, { pumps: ["\x1b[1", "\x1b]0;a"] })
]
