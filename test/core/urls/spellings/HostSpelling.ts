import { escapeChar } from "./EscapeChar.ts"
import type { ListedHost } from "./ListedUrl.ts"
import type { Random } from "./Random.ts"

/** Characters that UTS 46 ignores, such as soft hyphen, zero-width space, word joiner and variation selectors. */
const ignored = ["\u00ad", "\u200b", "\u2060", "\ufe0f", "\ufeff", "\u034f", "\u180b", "\u2064", "\u{e0100}"]
const dots = ["\u3002", "\uff0e", "\uff61", "%2e", "%2E", "%E3%80%82", "%ef%bc%8e"]
const asciiLetter = /^[a-z]$/

export const hostSpelling = (host: ListedHost, random: Random): string => {
  if (host.kind === "ipv6") return ipv6Spelling(host.text, random)
  const text = host.kind === "ipv4" && random.chance(0.7) ? ipv4Spelling(host.text, random) : host.text
  const share = random.pick([0.05, 0.2, 0.6])
  const spelled = Array.from(text, (char) => random.chance(share) ? charSpelling(char, random) : char).join("")
  const converted = host.kind === "name" && random.chance(0.15) ? new URL(`http://${text}/`).hostname : spelled
  const cased = random.chance(0.15) ? converted.toUpperCase() : converted
  return random.pick(["", "", "", "", "", "."]) === "" ? cased : cased + random.pick([".", "\u3002", "%2e", ".."])
}

const charSpelling = (char: string, random: Random): string => {
  if (char === ".") return random.pick(dots)
  const way = random.number(6)
  if (way === 0) return escapeChar(char, random)
  if (way === 1) return random.pick(ignored) + char
  if (way === 2) return char.toUpperCase()
  if (way === 3) return char.normalize("NFD")
  if (!/^[a-z0-9]$/.test(char)) return char
  const code = char.codePointAt(0)!
  // Uses a compatibility form of a letter or digit: full-width, mathematical bold, circled or script.
  if (way === 4) return String.fromCodePoint(code + 0xfee0)
  return asciiLetter.test(char)
    ? String.fromCodePoint(random.pick([0x1d41a, 0x24d0, 0x1d4ea, 0x1d552]) + code - 0x61)
    : String.fromCodePoint(random.pick([0x1d7ce, 0x1d7d8, 0x1d7f6]) + code - 0x30)
}

const ipv4Spelling = (text: string, random: Random): string => {
  const parts = text.split(".").map(Number)
  const kept = 1 + random.number(4)
  const last = parts.slice(kept - 1).reduce((sum, part) => sum * 256 + part, 0)
  return [...parts.slice(0, kept - 1), last].map((number) => numberSpelling(number, random)).join(".")
}

const numberSpelling = (number: number, random: Random): string => {
  const zeros = random.chance(0.2) ? "0".repeat(random.number(20)) : ""
  const way = random.number(3)
  if (way === 0) return String(number)
  return way === 1
    ? `${random.pick(["0x", "0X"])}${zeros}${number.toString(16)}`
    : number === 0
    ? "0"
    : `0${zeros}${number.toString(8)}`
}

const ipv6Spelling = (text: string, random: Random): string => {
  const [head = "", tail = ""] = text.slice(1, -1).split("::")
  const low = Number.parseInt(tail || "0", 16)
  const way = random.number(4)
  if (way === 0) return text.toUpperCase()
  if (way === 1) return `[${head}:0:0:0:0:${tail.padStart(4, "0")}]`
  if (way === 2) return `[${head}::0.0.${low >> 8}.${low & 255}]`
  return `[${head.split(":").map((group) => group.padStart(4, "0")).join(":")}::0:${tail}]`
}
