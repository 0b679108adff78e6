import { bytesOf as bytes, u16, u32 } from "../ole/MakeBytes.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { compressVba, makeVba, makeVbaStreams } from "../vba/MakeVba.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { copies, many, megabyte, project, times, withModule } from "./OleBombParts.ts"

export const vbaBombs: ReadonlyArray<Bomb> = [
  ["a container that expands", () => withModule(copies(2_000_000, "a"))],
  ["a container of empty chunks", () => withModule(Buffer.concat([Uint8Array.of(1), many(u16(0xb000), 5_000_000)]))],
  [
    "a container of raw chunks",
    () => withModule(Buffer.concat([Uint8Array.of(1), many(bytes(u16(0x3fff), Buffer.alloc(4_096, "a")), 4_000)]))
  ],
  ["beginnings of containers", () => withModule(Buffer.alloc(8 * megabyte, 1))],
  ["beginnings of source", () => withModule(Buffer.from("\x01\x19\xb0\0Attribut".repeat(500_000), "latin1"))],
  ["modules in the directory", () => {
    const streams: Record<string, Uint8Array | string> = {
      ...makeVbaStreams([{ name: "Module1", source: "a" }], { names: null })
    }
    const one = bytes(
      u16(0x0019),
      u32(7),
      "Module1",
      u16(0x001a),
      u32(7),
      "Module1",
      u16(0x0031),
      u32(4, 0),
      u16(0x0021),
      u32(0),
      u16(0x002b),
      u32(0)
    )
    streams["VBA/dir"] = compressVba(
      Buffer.concat([bytes(u16(1), u32(4, 1), u16(3), u32(2), u16(1252)), many(one, 100_000)]),
      "raw"
    )
    return makeCompoundFile(streams)
  }],
  ["records of the directory", () => {
    const streams: Record<string, Uint8Array | string> = {
      ...makeVbaStreams([{ name: "Module1", source: "a" }], { names: null })
    }
    streams["VBA/dir"] = compressVba(Buffer.alloc(8 * megabyte), "raw")
    return makeCompoundFile(streams)
  }],
  [
    "modules",
    () =>
      makeVba(
        Array.from(
          { length: 2_000 },
          (_, index) => ({ name: `M${index}`, source: "Sub a()\r\nShell \"calc\"\r\nEnd Sub\r\n" })
        )
      )
  ],
  ["names of compiled code", () => {
    const streams: Record<string, Uint8Array | string> = {
      ...makeVbaStreams([{ name: "Module1", source: "a", compiled: [{ calls: ["Shell"] }] }], { names: ["Shell"] })
    }
    streams["VBA/_VBA_PROJECT"] = Buffer.concat([
      streams["VBA/_VBA_PROJECT"] as Uint8Array,
      Buffer.alloc(10 * megabyte, 1)
    ])
    return makeCompoundFile(streams)
  }],
  ["additions of texts", () => project(`Sub AutoOpen()\r\nShell ${"\"a\" & ".repeat(1_300_000)}"b"\r\nEnd Sub`)],
  [
    "additions of a variable to itself",
    () => project(`Sub AutoOpen()\r\na = "a"\r\n${"a = a & a\r\n".repeat(100_000)}Shell a\r\nEnd Sub`)
  ],
  [
    "additions to a variable",
    () => project(`Sub AutoOpen()\r\n${"a = a & \"aaaaaaaaaaaaaaaaaaaa\"\r\n".repeat(100_000)}Shell a\r\nEnd Sub`)
  ],
  [
    "additions of variables",
    () =>
      project(
        `Sub AutoOpen()\r\na0 = "aaaa"\r\n${
          times(40, (index) => `a${index + 1} = a${index} & a${index} & a${index}\r\n`)
        }Shell a40\r\nEnd Sub`
      )
  ],
  [
    "calls within calls",
    () => project(`Sub AutoOpen()\r\nShell ${"Chr(".repeat(200_000)}65${")".repeat(200_000)}\r\nEnd Sub`)
  ],
  [
    "calls that turn texts",
    () =>
      project(
        `Sub AutoOpen()\r\nShell ${"StrReverse(".repeat(5_000)}"${"a".repeat(100_000)}"${")".repeat(5_000)}\r\nEnd Sub`
      )
  ],
  [
    "calls that replace",
    () =>
      project(
        `Sub AutoOpen()\r\na = "${"a".repeat(1_000)}"\r\n${
          "a = Replace(a, \"a\", \"aaaaaaaaaa\")\r\n".repeat(1_000)
        }Shell a\r\nEnd Sub`
      )
  ],
  [
    "calls that repeat",
    () => project("Sub AutoOpen()\r\nShell String(2147483647, \"a\") & Space(2147483647)\r\nEnd Sub")
  ],
  [
    "calls of Array",
    () => project(`Sub AutoOpen()\r\na = Array(${"65,".repeat(1_000_000)}65)\r\nShell Join(a, "")\r\nEnd Sub`)
  ],
  ["brackets", () => project(`Sub AutoOpen()\r\nShell ${"(".repeat(2_000_000)}\r\nEnd Sub`)],
  ["quotation marks", () => project("\"".repeat(4_000_000))],
  ["lines", () => project("\r\n".repeat(3_000_000))],
  ["lines that go on", () => project("a _\r\n".repeat(1_000_000))],
  ["one line", () => project("a".repeat(6_000_000))],
  ["one line of colons", () => project(":".repeat(4_000_000))],
  ["one line of names", () => project("a ".repeat(3_000_000))],
  ["procedures", () => project("Sub AutoOpen()\r\nEnd Sub\r\n".repeat(200_000))],
  [
    "procedures that call each other",
    () =>
      project(
        times(
          20_000,
          (index) => `Sub p${index}()\r\np${(index + 1) % 20_000}\r\np${(index * 7) % 20_000}\r\nEnd Sub\r\n`
        )
      )
  ],
  [
    "procedures that all call all",
    () => project(times(300, (index) => `Sub p${index}()\r\n${times(300, (other) => `p${other}\r\n`)}End Sub\r\n`))
  ],
  ["declarations", () => project("Private Declare Function a Lib \"b\" ()\r\n".repeat(150_000))],
  ["constants", () => project(times(150_000, (index) => `Const a${index} = a${index - 1} & "a"\r\n`))],
  ["conditions", () => project(`Sub AutoOpen()\r\n${"If a Then ".repeat(500_000)}\r\nEnd Sub`)],
  ["long texts", () => project(`Sub AutoOpen()\r\n${`a = "${"41".repeat(500)}"\r\n`.repeat(5_000)}End Sub`)],
  ["addresses", () => project(times(100_000, (index) => `a = "http://a${index}.example/"\r\n`))]
]
