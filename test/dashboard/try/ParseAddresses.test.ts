import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCells } from "../../../apps/dashboard/pages/try/addresses/Csv.ts"
import { listAddressesMax, parseAddresses } from "../../../apps/dashboard/pages/try/addresses/ParseAddresses.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"

const addressesIn = (text: string) => parseAddresses(text).addresses

describe("parseAddresses", () => {
  it("takes one address per line, without spaces and empty lines", () => {
    expect(addressesIn("ann@example.com\r\n\n  bob@example.org \n")).toEqual(["ann@example.com", "bob@example.org"])
  })

  it("takes addresses as mail programs copy them", () => {
    expect(addressesIn("Ann <ann@example.com>, \"Bob, the builder\" <bob@example.org>; carl@example.net")).toEqual([
      "ann@example.com",
      "bob@example.org",
      "carl@example.net"
    ])
  })

  it("takes the titled column of a CSV file, including its invalid values", () => {
    const csv = "\ufeffname;E-Mail;note\nAnn;ann@example.com;write to x@y.example\n\"Bob; jr\";nobody;\nEve;;none"
    expect(addressesIn(csv)).toEqual(["ann@example.com", "nobody"])
  })

  it("takes every cell with an @ if no column has a title", () => {
    expect(addressesIn("1,ann@example.com,bob@example.org\n2,carl@example.net,")).toEqual([
      "ann@example.com",
      "bob@example.org",
      "carl@example.net"
    ])
  })

  it("keeps each address once, as the API counts them, and reports the duplicates", () => {
    expect(
      parseAddresses("Ann@EXAMPLE.com\nann@example.com\nnobody\nNOBODY\nann@bücher.example\nann@xn--bcher-kva.example")
    )
      .toEqual({
        addresses: ["Ann@EXAMPLE.com", "nobody", "ann@bücher.example"],
        duplicates: 3,
        invalid: 1,
        overLimit: 0
      })
  })

  it("reports how many addresses were over the limit", () => {
    const text = Array.from({ length: listAddressesMax + 3 }, (_, at) => `a${at}@example.com`).join("\n")
    const { addresses, overLimit } = parseAddresses(text)
    expect([addresses.length, overLimit]).toEqual([listAddressesMax, 3])
  })

  it("finds an address on its own line, whatever the other lines contain", () => {
    const noise = fc.array(fc.constantFrom("\"", ",", ";", "a", "@", " ", "\t", "<", ">", "=", "'"), { maxLength: 8 })
      .map((signs) => signs.join("").replaceAll("\"", ""))
    fc.assert(fc.property(fc.array(noise), fc.array(noise), (before, behind) => {
      const text = [...before, "zoe@example.com", ...behind].join("\n")
      // A title row would turn the rest into CSV, but these characters cannot form one.
      expect(addressesIn(text)).toContain("zoe@example.com")
    }))
  })

  it("finishes quickly on hostile text", () => {
    for (const text of ["\"", "\"a", "<", ">", ",", "@", "a@"]) {
      expect(measureCpuMillis(() => void parseAddresses(text.repeat(200_000))), text).toBeLessThan(5_000)
    }
  })
})

describe("splitCells", () => {
  it("reads RFC 4180 cells back", () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.trim())
    fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const written = rows.map((row) => row.map((text) => `"${text.replaceAll("\"", "\"\"")}"`).join(",")).join("\r\n")
      expect(parseCells(written)).toEqual(rows.filter((row) => row.some((text) => text !== "")))
    }))
  })

  it("treats an unclosed quote as text", () => {
    expect(parseCells("12\" pipe,a@example.com\n\"b@example.com")).toEqual([["12\" pipe", "a@example.com"], [
      "\"b@example.com"
    ]])
  })
})
