import { bytesOf as bytes, u16, u32, wide } from "../ole/MakeBytes.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { field, makeDoc } from "../ole/MakeDoc.ts"
import { makeOleStream, makePackage, urlMoniker } from "../ole/MakeObjects.ts"
import { atom, container, hyperlink, makePpt } from "../ole/MakePpt.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { chain, copies, document, looping, many, megabyte, raw, sharing } from "./OleBombParts.ts"

export const oleBombs: ReadonlyArray<Bomb> = [
  ["a table that leads to itself", () => looping(20 * megabyte, () => 0)],
  ["a table that goes round", () => looping(20 * megabyte, (sector) => (sector + 1) % 40_000)],
  ["a table that goes back and forth", () => looping(20 * megabyte, (sector) => sector * 7_919 % 40_009)],
  [
    "sectors that lie",
    () =>
      raw(megabyte, {
        28: 0x000cfffe,
        32: 0xffffffff,
        44: 0xffffffff,
        48: 0,
        56: 0xffffffff,
        64: 0xffffffff,
        72: 0xffffffff
      })
  ],
  ["a header alone", () => raw(512, { 44: 0xffffffff, 72: 0xffffffff })],
  [
    "streams that claim four gigabytes",
    () => sharing(9_000, 0xffffffff, (index) => `s${index}`, Buffer.alloc(10 * megabyte))
  ],
  [
    "streams that share their sectors",
    () => sharing(9_000, 10 * megabyte, (index) => `s${index}`, Buffer.alloc(10 * megabyte))
  ],
  [
    "objects that share their sectors",
    () =>
      sharing(5_000, 10 * megabyte, (index) => `ObjectPool/_${index}/\x01Ole10Native`, Buffer.alloc(10 * megabyte, "a"))
  ],
  [
    "projects that share their sectors",
    () => sharing(3_000, 10 * megabyte, (index) => `VBA${index}/dir`, copies(900_000, "a"))
  ],
  [
    "short streams that share their sectors",
    () => sharing(30_000, 4_000, (index) => `ObjectPool/_${index}/\x01CompObj`, Buffer.alloc(4_000, "a"))
  ],
  [
    "sixty thousand streams",
    () => makeCompoundFile(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`s${index}`, "a"])))
  ],
  ["storages within one another", () => makeCompoundFile({ [`${"a/".repeat(4_000)}b`]: "a" })],
  [
    "storages that hold objects",
    () =>
      makeCompoundFile(
        Object.fromEntries(
          Array.from({ length: 10_000 }, (_, index) => [`ObjectPool/_${index}/\x01Ole10Native`, makePackage({})])
        )
      )
  ],
  ["a directory that is one long branch", () => {
    const file = makeCompoundFile(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`s${index}`, "a"])))
    const view = new DataView(file.buffer)
    const directory = 512 + view.getUint32(48, true) * 512
    for (let index = 1; index < 30_000; index++) {
      view.setUint32(directory + index * 128 + 68, index + 1, true)
      view.setUint32(directory + index * 128 + 72, index - 1, true)
      view.setUint32(directory + index * 128 + 76, index * 7 % 30_000, true)
      view.setUint8(directory + index * 128 + 66, 1)
    }
    return file
  }],
  ["nested documents", () => chain(12)],
  ["documents beside documents", () => {
    const inner = makeCompoundFile({ ...makeDoc({ pieces: [field("DDEAUTO a b").repeat(1_000)] }) })
    return makeCompoundFile(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`ObjectPool/_${index}/Package`, inner]))
    )
  }],
  [
    "monikers within monikers",
    () =>
      makeCompoundFile({
        "\x01Ole": makeOleStream(...Array.from({ length: 20_000 }, () => urlMoniker("http://a.example/")))
      })
  ],
  [
    "monikers that claim all there is",
    () =>
      makeCompoundFile({
        "\x01Ole": Buffer.from(`${"00".repeat(40)}0903000000000000c000000000000046ffffffff`.repeat(20_000), "hex")
      })
  ],
  ["a text of fields", () => document(field("HYPERLINK \"http://a.example/\"", "a").repeat(150_000))],
  ["a text of fields that never end", () => document("\x13HYPERLINK \"http://a.example/\" \x14a".repeat(150_000))],
  ["a text of fields within fields", () => document(`${"\x13QUOTE ".repeat(500_000)}${"\x15".repeat(500_000)}`)],
  ["a text of ends of fields", () => document("\x15".repeat(5 * megabyte))],
  ["one field", () => document(field(`DDEAUTO ${"a ".repeat(4 * megabyte)}`))],
  ["pieces of a text", () => makeCompoundFile(makeDoc({ pieces: Array.from({ length: 50_000 }, () => "a") }))],
  [
    "names of files",
    () =>
      makeCompoundFile(
        makeDoc({ fileNames: Array.from({ length: 20_000 }, (_, index) => [1, `\\\\a${index}\\b`] as const) })
      )
  ],
  ["records of a presentation within one another", () => {
    let inner = atom(0x0fba, wide("a"))
    for (let level = 0; level < 1_000; level++) {
      inner = container(0x0fd7, inner, inner.length < megabyte ? atom(0x0fba, wide("a")) : new Uint8Array(0))
    }
    return makeCompoundFile(makePpt({ records: [inner] }))
  }],
  [
    "records of a presentation",
    () => makeCompoundFile(makePpt({ records: [many(hyperlink("a", "http://a.example/"), 100_000)] }))
  ],
  [
    "empty records of a presentation",
    () => makeCompoundFile(makePpt({ records: [many(atom(0x0fba, new Uint8Array(0)), 2_000_000)] }))
  ],
  [
    "objects of a presentation",
    () =>
      makeCompoundFile(
        makePpt({ records: [many(atom(0x1011, bytes(u32(megabyte), Buffer.from("789c", "hex")), 1), 100_000)] })
      )
  ],
  ["edits of a presentation in a circle", () => {
    const edit = atom(0x0ff5, u32(0, 0, 0, 0, 1, 3, 0))
    return makeCompoundFile({
      "PowerPoint Document": many(edit, 300_000),
      "Current User": bytes(u16(0, 0x0ff6), u32(20), u32(20, 0xe391c05f, 0), u32(0, 0))
    })
  }]
]
