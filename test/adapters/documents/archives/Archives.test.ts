import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { archiveFilesMax, type ArchiveFormats } from "../../../../adapters/documents/archives/ArchiveFiles.ts"
import { libArchiveMemoryBytesMax, loadLibArchive } from "../../../../adapters/documents/archives/LibArchive.ts"
import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes, scanCompletely, sha256HexOf } from "../../../../adapters/documents/pool/ScanJob.ts"
import { embeddingDepthMax } from "../../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { reasonsOf, scoreOf } from "../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"
import { attachedToPdf } from "../evasions/Carriers.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { makeZip, type ZipPart } from "../zip/MakeZip.ts"
import { type MakeArchive, makeCabinet, makeRar, makeSevenZip, makeTar, type Member } from "./MakeArchives.ts"

const zipOf = (members: ReadonlyArray<Member>, more: Partial<ZipPart> = {}): Uint8Array =>
  makeZip(members.map(([name, content]) => ({ name, content: Buffer.from(content, "latin1"), ...more })))

const formats: ReadonlyArray<readonly [name: string, extension: string, make: MakeArchive]> = [
  ["ZIP", "zip", zipOf],
  ["tar", "tar", makeTar],
  ["tar.gz", "tar.gz", (members) => gzipSync(makeTar(members))],
  ["7z", "7z", makeSevenZip],
  ["RAR", "rar", makeRar],
  ["cabinet", "cab", makeCabinet]
]

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

/** Rates a PDF with an attachment, and returns its reasons as `CODE: message`. */
const ratingOf = async (archive: Uint8Array, name: string) => {
  const pdf = attachedToPdf(archive, name)
  const answer = await scanCompletely(pdf, sha256HexOf(pdf), Infinity)
  if (!isJudged(answer)) throw new Error("the PDF was not judged")
  const reasons = reasonsOf(answer.findings)
  return {
    rating: documentRatings.nameOf(scoreOf(answer.findings)),
    codes: reasons.map(({ code }) => code),
    texts: reasons.map(({ message }) => message).join("\n")
  }
}

const launching = text(makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none"))
const harmlessPdf = text(makePdf({ 1: "<</Type/Catalog>>" }, "none"))
const harmless: ReadonlyArray<Member> = [["notes.txt", "Agenda\n"], ["plan.pdf", harmlessPdf]]

describe.each(formats)("an attached %s archive", (_, extension, make) => {
  const attached = (members: ReadonlyArray<Member>) => ratingOf(make(members), `files.${extension}`)

  it("is rated ok if all its files are harmless", async () => {
    expect(await attached(harmless)).toMatchObject({ rating: "ok", codes: ["EMBEDDED_FILE"] })
  })

  it("is rated block for a program, whatever its name", async () => {
    expect(await attached([...harmless, ["picture.png", "MZ program"]])).toMatchObject({
      rating: "block",
      codes: expect.arrayContaining(["EMBEDDED_EXECUTABLE"])
    })
  })

  it("is rated block for a document that starts a program", async () => {
    expect(await attached([["invoice.pdf", launching]])).toMatchObject({
      rating: "block",
      codes: expect.arrayContaining(["EMBEDDED_ACTIVE_DOCUMENT"])
    })
  })

  it("is rated block for a program in an archive within it", async () => {
    expect(await attached([["inner.zip", text(zipOf([["run.exe", "MZ"]]))]])).toMatchObject({ rating: "block" })
    expect(await attached([["inner.7z", text(makeSevenZip([["run.dat", "MZ"]]))]])).toMatchObject({ rating: "block" })
  })

  it("is rated warn for data of an unknown type", async () => {
    expect(await attached([["a.dat", "\x01\x02\x03"]])).toMatchObject({ rating: "warn" })
  })

  it("is rated at least warn if it is truncated", async () => {
    const archive = make([...harmless, ["late.pdf", launching.padEnd(4_000, " ")]])
    expect((await ratingOf(archive.subarray(0, archive.length / 2), `files.${extension}`)).rating).not.toBe("ok")
  })
})

it("a disk image that cannot be read is rated warn", async () => {
  const image = Buffer.alloc(20 * 2_048)
  image.write("\x01CD001\x01", 16 * 2_048, "latin1")
  expect(await ratingOf(image, "files.dat")).toMatchObject({
    rating: "warn",
    texts: expect.stringContaining("a disk image")
  })
})

it("an archive is opened even if a PDF stored at its start makes it count as a PDF", async () => {
  for (const make of [makeTar, makeSevenZip, makeRar, makeCabinet]) {
    const archive = make([["plan.pdf", harmlessPdf], ["run.dat", "MZ"]])
    expect(text(archive.subarray(0, 1_024))).toContain("%PDF")
    expect(await ratingOf(archive, "plan.pdf")).toMatchObject({ rating: "block" })
  }
})

it("a gzip file is read as the file in it", async () => {
  expect(await ratingOf(gzipSync("Agenda\n"), "notes.txt.gz")).toMatchObject({ rating: "ok" })
  expect(await ratingOf(gzipSync("MZ program"), "notes.txt.gz")).toMatchObject({ rating: "block" })
})

it("an encrypted archive is rated warn, and its file names count", async () => {
  const encrypted = { flags: 1, localFlags: 1 }
  expect(await ratingOf(zipOf(harmless, encrypted), "a.zip")).toMatchObject({
    rating: "warn",
    texts: expect.stringContaining("an encrypted ZIP archive")
  })
  expect(await ratingOf(zipOf([["run.exe", "?"]], encrypted), "a.zip")).toMatchObject({ rating: "block" })
})

it("an archive of an unsupported compression method is rated warn", async () => {
  expect(await ratingOf(zipOf(harmless, { method: 14, localMethod: 14 }), "a.zip")).toMatchObject({
    rating: "warn",
    texts: expect.stringContaining("a damaged ZIP archive")
  })
})

it("programs are read first if an archive has too many files", async () => {
  const many = Array.from({ length: archiveFilesMax }, (_, at): Member => [`${at}.txt`, "a"])
  expect(await ratingOf(zipOf([...many, ["run.exe", "MZ"]]), "a.zip")).toMatchObject({ rating: "block" })
  expect(await ratingOf(zipOf([...many, ["one-more.txt", "a"]]), "a.zip")).toMatchObject({
    rating: "warn",
    texts: expect.stringContaining("a ZIP archive with more files than are read")
  })
})

it("nested archives are read to a depth, and beyond it are rated warn", async () => {
  const nested = (depth: number): Uint8Array =>
    depth === 0 ? zipOf([["run.dat", "MZ"]]) : zipOf([["inner.zip", text(nested(depth - 1))]])
  expect(await ratingOf(nested(embeddingDepthMax - 2), "a.zip")).toMatchObject({ rating: "block" })
  expect(await ratingOf(nested(10), "a.zip")).toMatchObject({
    rating: "warn",
    codes: expect.arrayContaining(["UNREAD_CONTENT"])
  })
})

describe("an archive bomb", () => {
  const zeros = "\0".repeat(40 * 1024 * 1024)

  it.each<readonly [string, () => Uint8Array, string]>([
    ["ZIP", () => zipOf([["a.txt", zeros]]), "a.zip"],
    ["gzip", () => gzipSync(zeros), "a.gz"],
    ["tar.gz", () => gzipSync(makeTar([["a.txt", zeros]])), "a.tgz"]
  ])("is rated at least warn: %s", async (_, make, name) => {
    const { codes, rating } = await ratingOf(make(), name)
    expect(rating).not.toBe("ok")
    expect(codes.some((code) => code === "PARTIAL_SCAN" || code === "RESOURCE_BOMB")).toBe(true)
  })
})

it("without a library, other archives than ZIP and gzip are unread", () => {
  const answer = scanBytes(attachedToPdf(makeRar(harmless), "a.rar"), Infinity)
  expect(isJudged(answer) && reasonsOf(answer.findings).map(({ code }) => code)).toContain("UNREAD_CONTENT")
})

describe("libarchive", () => {
  const open = async (bytes: Uint8Array): Promise<ReturnType<ArchiveFormats["open"]>> => {
    return (await loadLibArchive()).open(bytes, "archive", new Budget())
  }

  it("frees its memory, so that one document can contain many archives", async () => {
    const { open } = await loadLibArchive()
    const large = makeTar([["a.txt", "a".repeat(8 * 1024 * 1024)]])
    const contents = Array.from(
      { length: 15 },
      () => open(large, "tar archive", new Budget())?.entries[0]?.read()?.length
    )
    expect(contents).toEqual(Array.from({ length: 15 }, () => 8 * 1024 * 1024))
  })

  it("stops at an entry that exceeds the limit of a stream, because skipping it would inflate it", async () => {
    const archive = await open(makeTar([["a.txt", "a".repeat(17 * 1024 * 1024)], ["b.txt", "b"]]))
    expect(archive).toMatchObject({ isIncomplete: true, entries: [{ path: "a.txt" }] })
    expect(archive?.entries[0]?.read()).toBeNull()
  })

  it("does not open an archive that exceeds its memory", async () => {
    const tar = makeTar([["a.txt", "a"]])
    const padded = (bytes: number) => Buffer.concat([tar, Buffer.alloc(bytes)])
    expect(await open(padded(libArchiveMemoryBytesMax))).toBeNull()
    expect((await open(padded(libArchiveMemoryBytesMax / 2)))?.entries).toHaveLength(1)
  })

  it("survives damaged archives", async () => {
    for (const [, , make] of formats.slice(3)) {
      const whole = make(harmless)
      for (let at = 8; at < whole.length; at += 7) {
        const damaged = Uint8Array.from(whole)
        damaged[at]! ^= 0xff
        expect(await open(damaged)).toSatisfy((archive) => archive === null || Array.isArray(archive.entries))
      }
    }
  })
})
