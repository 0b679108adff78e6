import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { headersFor } from "../../../../adapters/webrisk/google/Vendor.ts"
import { searchUrl, updateUrl } from "../../../../adapters/webrisk/safebrowsing/Requests.ts"
import { ascii, fromHex } from "../../../support/Bytes.ts"

const vendor = { url: "https://safebrowsing.googleapis.com" }

describe("hashes.search", () => {
  it("sends prefixes in URL-safe base64", () => {
    // The URL has the form of the request in Chromium's tests.
    const url = searchUrl(vendor, [ascii("aaaa"), fromHex("fffe0001")])
    expect(url.href).toBe(
      "https://safebrowsing.googleapis.com/v5/hashes:search?hashPrefixes=YWFhYQ%3D%3D&hashPrefixes=__4AAQ%3D%3D&alt=proto"
    )
  })

  it("is sent to a proxy below its path", () => {
    expect(searchUrl({ url: "http://proxy.test/google/" }, []).pathname).toBe("/google/v5/hashes:search")
  })
})

describe("hashLists.batchGet", () => {
  it("sends list names, current versions and the size limit", () => {
    const { pathname, searchParams } = updateUrl(vendor, [
      { name: "mw-4b", version: fromHex("fbff") },
      { name: "se-4b", version: new Uint8Array(0) }
    ])
    expect(pathname).toBe("/v5/hashLists:batchGet")
    expect([...searchParams]).toEqual([
      ["names", "mw-4b"],
      ["names", "se-4b"],
      ["version", "-_8="],
      ["sizeConstraints.maxUpdateEntries", "1048576"],
      ["sizeConstraints.maxDatabaseEntries", "16777216"],
      ["alt", "proto"]
    ])
  })
})

it("sends the key in a header and never in a URL", () => {
  const key = Redacted.make("AIzaSecret")
  expect(headersFor({ key }, "application/x-protobuf")["X-Goog-Api-Key"]).toBe("AIzaSecret")
  expect([searchUrl(vendor, []).href, updateUrl(vendor, []).href].join()).not.toContain("AIzaSecret")
})
