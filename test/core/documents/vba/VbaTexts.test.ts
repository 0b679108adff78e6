import { describe, expect, it } from "vitest"
import { VbaTexts } from "../../../../core/documents/vba/VbaTexts.ts"

const folded = (...texts: ReadonlyArray<string>): VbaTexts => {
  const found = new VbaTexts()
  for (const text of texts) found.addFolded(text)
  return found
}

const dashes = (chars: number): string => "-".repeat(chars)

describe("macro texts", () => {
  it("are examined up to 4,000,000 characters; those of long texts count one eighth more", () => {
    expect(folded(dashes(3_555_556)).isLimitExceeded).toBe(false)
    expect(folded(dashes(3_555_557)).isLimitExceeded).toBe(true)
    const start = dashes(3_555_540)
    expect(folded(start, "cmd.exe and more").names).toEqual(new Set(["cmd.exe"]))
    expect(folded(start, "cmd.exe and more.....").isLimitExceeded).toBe(true)
    expect(folded(start, "cmd.exe and more.....").names).toEqual(new Set())
  })

  it("cost one eighth when repeated, from 257 characters on", () => {
    const repeated = (text: string, times: number): boolean => {
      const found = new VbaTexts()
      for (let time = 0; time <= times; time++) found.addFolded(text)
      return found.isLimitExceeded
    }
    // The first call costs 257 + 32, and each repetition costs 32.
    expect(repeated(dashes(257), 124_990)).toBe(false)
    expect(repeated(dashes(257), 124_991)).toBe(true)
    expect(repeated(dashes(256), 130_000)).toBe(false)
  })

  it("cost the length of each list that contains them", () => {
    const found = new VbaTexts()
    const items = Array.from({ length: 4_000 }, () => "a")
    for (let time = 0; time < 1_000; time++) found.addFolded(items)
    expect(found.isLimitExceeded).toBe(false)
    found.addFolded(["a"])
    expect(found.isLimitExceeded).toBe(true)
  })

  it("yield at most 64 addresses", () => {
    const addresses = Array.from({ length: 65 }, (_, at) => `http://${at}.example/`)
    expect(folded(...addresses).urls.size).toBe(64)
    expect(folded(addresses.join(" ")).urls.size).toBe(64)
  })

  it("yield addresses of at most 2,048 characters", () => {
    const address = `http://a.example/${"b".repeat(2_100)}`
    expect([...folded(address).urls]).toEqual([address.slice(0, 2_048)])
  })

  it.each([
    ["570053006300720069007000740022002e005300680065006c006c00", []],
    ["57005300630072006900700074002e005300680065006c006c00", ["wscript.shell"]],
    ["VwBTAGMAcgBpAHAAdAAuAFMAaABlAGwAbAA=", ["wscript.shell"]],
    ["V1NjcmlwdC5TaGVsbA", ["wscript.shell"]],
    ["V1NjcmlwdC5TaGVsbAA-", ["wscript.shell"]],
    ["V1NjcmlwdC5TaGVsbAAAA", ["wscript.shell"]],
    ["wscr", []],
    ["abc cmd.exe", ["cmd.exe"]]
  ])("hide names in %j: %j", (text, names) => expect([...folded(text).names]).toEqual(names))
})
