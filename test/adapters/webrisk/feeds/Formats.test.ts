import { describe, expect, it } from "vitest"
import { csvCells } from "../../../../adapters/webrisk/feeds/formats/CsvFormat.ts"
import type { ParsedEntries } from "../../../../adapters/webrisk/feeds/formats/Format.ts"
import {
  feedFormats,
  formatNamed,
  formatOfJson,
  formatOfLines
} from "../../../../adapters/webrisk/feeds/formats/Formats.ts"
import { JsonItems } from "../../../../adapters/webrisk/feeds/reading/JsonText.ts"

/** Parses lines in a format. Returns entries as text, `-` for an ignored line, and `?` for an invalid line. */
const entriesOf = (format: string, ...lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = formatNamed(format)
  if (found?.reads !== "lines") throw new Error(`${format} is no format of lines`)
  const read = found.startReading()
  return lines.map((line) => textOf(read(line)))
}

const textOf = (entries: ParsedEntries): string => {
  if (entries === null) return "?"
  return entries.map(({ covers, text, type }) => `${covers} ${text}${type === null ? "" : ` ${type}`}`).join(", ") ||
    "-"
}

/** Parses JSON items. Returns them in the notation of lines, with `not` before exceptions. */
const items = (id: string, value: unknown): ReadonlyArray<string> => {
  const format = formatNamed(id)
  if (format?.reads !== "json") throw new Error(`${id} is no format of JSON`)
  const found: Array<string> = []
  const reading = new JsonItems((key, text) => {
    const item = { key, value: JSON.parse(text!) as unknown }
    if (found.length === 0) expect(formatOfJson(item)).toBe(format)
    found.push(format.isException?.(item) === true ? `not ${String(item.value)}` : textOf(format.read(item)))
  })
  reading.add(JSON.stringify(value))
  expect(reading.finish()).toBe(true)
  return found
}

describe("lines", () => {
  it.each<readonly [string, string, string]>([
    ["urls", "https://a.example/x?y=1", "url https://a.example/x?y=1"],
    ["urls", "a.example/login.php", "url http://a.example/login.php"],
    ["urls", "203.0.113.7:8080", "url http://203.0.113.7:8080"],
    ["urls", "ftp://a.example/x", "?"],
    ["urls", "# a comment", "-"],
    ["urls", "", "-"],
    ["domains", "a.example", "domain a.example"],
    ["domains", "bücher.example  # why", "domain bücher.example"],
    ["domains", "a", "?"],
    ["domains", "a.example/x", "?"],
    ["hosts", "0.0.0.0 a.example b.example # both", "host a.example, host b.example"],
    ["hosts", "127.0.0.1\ta.example", "host a.example"],
    ["hosts", ":: a.example", "host a.example"],
    ["hosts", "127.0.0.1 localhost", "-"],
    ["hosts", "::1 ip6-localhost ip6-loopback", "-"],
    ["hosts", "203.0.113.7 intranet.example", "-"],
    ["hosts", "a.example", "?"],
    ["adblock", "[Adblock Plus 2.0]", "-"],
    ["adblock", "! Title: x", "-"],
    ["adblock", "||a.example^", "domain a.example"],
    ["adblock", "||a.example^$important,popup", "domain a.example"],
    ["adblock", "||a.example^$third-party", "-"],
    ["adblock", "||a.example/kit/x.html^$all", "url http://a.example/kit/x.html"],
    ["adblock", "@@||a.example^", "-"],
    ["adblock", "a.example##.advert", "-"],
    ["adblock", "||*.example^", "-"],
    ["adblock", "a.example", "domain a.example"],
    ["wildcards", "*.a.example", "domain a.example"],
    ["wildcards", ".a.example", "domain a.example"],
    ["wildcards", "a.*.example", "?"],
    ["dnsmasq", "address=/a.example/0.0.0.0", "domain a.example"],
    ["dnsmasq", "address=/a.example/b.example/#", "domain a.example, domain b.example"],
    ["dnsmasq", "server=/a.example/", "domain a.example"],
    ["dnsmasq", "local=/a.example/", "domain a.example"],
    ["dnsmasq", "address=/router.example/192.0.2.1", "-"],
    ["dnsmasq", "bogus-priv", "-"],
    ["rpz", "$TTL 300", "-"],
    ["rpz", "@ IN SOA localhost. root.localhost. 1 2 3 4 5", "-"],
    ["rpz", "a.example CNAME .", "host a.example"],
    ["rpz", "*.a.example 300 IN CNAME *.", "domain a.example"],
    ["rpz", "a.example CNAME rpz-passthru.", "-"],
    ["rpz", "32.7.113.0.203.rpz-ip CNAME .", "-"]
  ])("%s: %s", (format, line, expected) => expect(entriesOf(format, line)).toEqual([expected]))

  it("are recognized by their own syntax in mixed input", () => {
    expect(entriesOf(
      "lines",
      "||a.example^",
      "0.0.0.0 b.example",
      "address=/c.example/",
      "*.d.example",
      "*.e.example CNAME .",
      "f.example CNAME .",
      "g.example",
      "h.example/x",
      "https://i.example/x",
      "\"1\",\"2026-01-01 10:00:00\",\"http://j.example/x\",\"online\",\"\",\"malware_download\"",
      "two words"
    )).toEqual([
      "domain a.example",
      "host b.example",
      "domain c.example",
      "domain d.example",
      "domain e.example",
      "host f.example",
      "domain g.example",
      "url http://h.example/x",
      "url https://i.example/x",
      "url http://j.example/x malware",
      "?"
    ])
  })
})

describe("CSV", () => {
  const urlhausHead = "# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter"
  const row = (url: string, status: string, threat: string) =>
    `"1","2026-02-26 12:05:20","${url}","${status}","","${threat}","elf,Mozi","https://urlhaus.abuse.ch/url/1/","x"`

  it("of URLhaus is read with and without a header", () => {
    const rows = [
      row("http://a.example/i", "online", "malware_download"),
      row("http://b.example/i", "offline", "phishing")
    ]
    const expected = ["url http://a.example/i malware", "url http://b.example/i phishing"]
    expect(entriesOf("urlhaus-csv", "# a comment", urlhausHead, ...rows)).toEqual(["-", "-", ...expected])
    expect(entriesOf("urlhaus-csv", ...rows)).toEqual(expected)
    expect(formatOfLines(["# x", urlhausHead, ...rows]).id).toBe("urlhaus-csv")
    expect(formatOfLines(rows).id).toBe("urlhaus-csv")
  })

  it("of ThreatFox yields names and URLs with sufficient confidence", () => {
    const head = "# \"first_seen_utc\",\"ioc_id\",\"ioc_value\",\"ioc_type\",\"threat_type\",\"confidence_level\""
    const rows = [
      "\"2026-08-30\", \"1\", \"a.example\", \"domain\", \"botnet_cc\", \"100\"",
      "\"2026-08-30\", \"2\", \"http://b.example/x\", \"url\", \"payload_delivery\", \"75\"",
      "\"2026-08-30\", \"3\", \"c.example\", \"domain\", \"botnet_cc\", \"50\"",
      "\"2026-08-30\", \"4\", \"203.0.113.7:443\", \"ip:port\", \"botnet_cc\", \"100\""
    ]
    expect(formatOfLines([head, ...rows]).id).toBe("threatfox-csv")
    expect(entriesOf("threatfox-csv", head, ...rows)).toEqual([
      "-",
      "domain a.example malware",
      "url http://b.example/x malware",
      "-",
      "-"
    ])
  })

  it("of PhishTank yields verified and online entries", () => {
    const lines = [
      "phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target",
      "1,\"http://a.example/x,y\",http://www.phishtank.com/1,2026-01-01,yes,2026-01-01,yes,Other",
      "2,http://b.example/,http://www.phishtank.com/2,2026-01-01,no,,yes,Other",
      "3,http://c.example/,http://www.phishtank.com/3,2026-01-01,yes,2026-01-01,no,Other",
      "4"
    ]
    expect(formatOfLines(lines).id).toBe("phishtank-csv")
    expect(entriesOf("phishtank-csv", ...lines)).toEqual(["-", "url http://a.example/x,y phishing", "-", "-", "?"])
  })

  it("of other sources needs a column named url or domain", () => {
    const urls = ["date,URL,description", "2019/01/04,http://a.example/x.php,Brand", "2019/01/04,b.example,Brand", "x"]
    expect(formatOfLines(urls).id).toBe("csv")
    expect(entriesOf("csv", ...urls)).toEqual(["-", "url http://a.example/x.php", "url http://b.example/", "?"])
    const domains = ["Domain,Category", "a.example,Phishing"]
    expect(formatOfLines(domains).id).toBe("domain-csv")
    expect(entriesOf("domain-csv", ...domains)).toEqual(["-", "domain a.example phishing"])
  })

  it("has cells quoted as in RFC 4180", () => {
    expect(csvCells("a,\"b \"\"c\"\", d\" , ,e")).toEqual(["a", "b \"c\", d", "", "e"])
    expect(csvCells("\"never closed, x")).toEqual(["never closed, x"])
    expect(csvCells("")).toEqual([""])
  })

  it("is not detected if only a comment mentions a column", () => {
    expect(formatOfLines(["# Source, URL, License", "a.example", "b.example"]).id).toBe("lines")
    expect(formatOfLines(["a.example", "url"]).id).toBe("lines")
  })
})

describe("JSON", () => {
  it("of URLhaus is read", () => {
    const value = {
      "1": [{ url: "http://a.example/i", url_status: "online", threat: "malware_download", tags: ["elf"] }],
      "2": [{ url: "http://b.example/i", url_status: "offline", threat: "?", tags: ["phishing"] }, { url: 7 }, null]
    }
    expect(items("urlhaus-json", value)).toEqual([
      "url http://a.example/i malware",
      "url http://b.example/i phishing",
      "?",
      "?"
    ])
  })

  it("of PhishTank is read", () => {
    const value = [
      { phish_id: 1, url: "http://a.example/", verified: "yes", online: "yes", target: "Other" },
      { phish_id: 2, url: "http://b.example/", verified: "no", online: "yes" },
      "x"
    ]
    expect(items("phishtank-json", value)).toEqual(["url http://a.example/ phishing", "-", "?"])
  })

  it("of polkadot-js and eth-phishing-detect is read without allowed entries", () => {
    expect(
      items("polkadot-json", { allow: ["github.io"], deny: ["a.example", "github.io"], denySub: ["x.example/Page"] })
    )
      .toEqual(["not github.io", "domain a.example", "domain github.io", "url http://x.example/Page"])
    expect(
      items("eth-phishing-json", {
        version: 2,
        tolerance: 1,
        fuzzylist: ["f.example"],
        whitelist: ["w.example"],
        blacklist: ["*.a.example", 7]
      })
    )
      .toEqual(["-", "not w.example", "domain a.example", "?"])
  })

  it("can contain names", () => {
    expect(items("json", ["a.example", "http://b.example/x", "no"])).toEqual([
      "domain a.example",
      "url http://b.example/x",
      "?"
    ])
  })

  it("can contain rows, as in CSV", () => {
    expect(items("json-rows", [
      { id: 1, url: "http://a.example/x", threat: "phishing" },
      { url: "b.example", type: "malware" },
      { domain: "c.example" },
      { domain: "d.example", url: "" },
      { url: "no" },
      { url: 7, domain: ["e.example"] },
      "f.example",
      null
    ])).toEqual([
      "url http://a.example/x phishing",
      "url http://b.example/ malware",
      "domain c.example",
      "domain d.example",
      "?",
      "?",
      "?",
      "?"
    ])
  })
})

it("each format has a unique name", () => {
  expect(new Set(feedFormats.map(({ id }) => id)).size).toBe(feedFormats.length)
})
