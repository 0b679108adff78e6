import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FileBuffer } from "../../apps/middleware/uploads/FileBuffer.ts"
import { FormReader, type ReceivedFile, UploadRefused } from "../../apps/middleware/uploads/FormReader.ts"
import { boundaryOf } from "../../apps/middleware/uploads/MultipartParser.ts"
import { runs } from "../support/TestRun.ts"

const limits = { fileBytesMax: 1_000_000, filesMax: 10, fieldsBytesMax: 1_000_000 }

/** Splits bytes into chunks of the given lengths, in turn. */
const split = (bytes: Uint8Array, lengths: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length]!
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}

const read = (type: string, bytes: Uint8Array, lengths: ReadonlyArray<number> = [bytes.length], given = limits) => {
  const files: Array<ReceivedFile> = []
  const reader = FormReader.of(type, given, (file) => files.push(file))!
  for (const chunk of split(bytes, lengths)) reader.write(chunk)
  const fields = reader.end()
  return { fields, files: files.map(({ buffer, field, name, type }) => ({ field, name, type, bytes: buffer.bytes() })) }
}

const form = (text: string) => new TextEncoder().encode(text.replaceAll("\n", "\r\n"))
const type = "multipart/form-data; boundary=b"
const problemOf = (text: string, given = limits): string => {
  try {
    read(type, form(text), [7], given)
    return "none"
  } catch (error) {
    return error instanceof UploadRefused ? error.problem : String(error)
  }
}

describe("the reader of forms", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Content that resembles the delimiter.
    fc.array(fc.constantFrom("\r", "\n", "\r\n", "-", "--", "\r\n--", "\r\n------formdata", "x"), { maxLength: 40 })
      .map((parts) => new TextEncoder().encode(parts.join("")))
  )
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 })
    .filter((text) => !/["\\/%\p{Cc}\p{Cs}]/u.test(text))
  const part = fc.record({ name, filename: fc.option(name), bytes })

  it("reads what a browser sends, however it is split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (parts, lengths) => {
          const data = new FormData()
          for (const { bytes, filename, name } of parts) {
            if (filename === null) {
              data.append(name, Buffer.from(bytes).toString("latin1").replace(/[^\x20-\x7e]/g, "."))
            } else data.append(name, new Blob([bytes]), filename)
          }
          const request = new Request("http://a.example", { method: "POST", body: data })
          const whole = new Uint8Array(await request.arrayBuffer())
          const result = read(request.headers.get("content-type")!, whole, lengths)
          const files = parts.filter(({ filename }) => filename !== null)
          expect(result.files).toEqual(files.map(({ bytes, filename, name }) => ({
            field: name,
            name: filename,
            type: "application/octet-stream",
            bytes
          })))
          const names = [...new Set(parts.filter(({ filename }) => filename === null).map(({ name }) => name))]
          const values = (name: string) => data.getAll(name).filter((value) => typeof value === "string")
          expect(result.fields).toEqual(
            Object.fromEntries(names.map((name) => [name, values(name).length > 1 ? values(name) : values(name)[0]]))
          )
        }
      ),
      runs(200)
    )
  })

  it("accepts what other clients send", () => {
    const text = "preamble\n--b  \nContent-Type: text/plain\ncontent-disposition: FORM-DATA; name=a\n\n1\n--b\n" +
      "Content-Disposition: form-data; name=\"f\"; filename=\"C:\\dir\\a.pdf\"\n\n\n--b--\nepilogue"
    expect(read(type, form(text), [1])).toEqual({
      fields: { a: "1" },
      files: [{ field: "f", name: "a.pdf", type: "", bytes: new Uint8Array() }]
    })
    expect(read(type, form("--b--")).fields).toEqual({})
    expect(Object.keys(read(type, form("--b\nContent-Disposition: form-data; name=\"__proto__\"\n\n1\n--b--")).fields))
      .toEqual(["__proto__"])
  })

  it("ignores file fields without a file", () => {
    const empty = "--b\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\n\n\n--b--"
    expect(read(type, form(empty)).files).toEqual([])
    expect(read(type, form(empty.replace("\n\n\n", "\n\nx\n"))).files).toMatchObject([{ name: "" }])
  })

  it.each([
    ["", "malformed"],
    ["hello", "malformed"],
    ["x".repeat(9_000), "malformed"],
    ["--b\n", "malformed"],
    ["--bx\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b--", "malformed"],
    ["--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b", "malformed"],
    ["--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b-x", "malformed"],
    ["--b\n\n1\n--b--", "malformed"],
    ["--b\nContent-Disposition: attachment; name=\"a\"\n\n1\n--b--", "malformed"],
    [`--b\nX: ${"x".repeat(9_000)}\n\n1\n--b--`, "malformed"]
  ])("refuses %j", (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  it("limits files, fields and their sizes", () => {
    const file = (bytes: number) =>
      `--b\nContent-Disposition: form-data; name="f"; filename="a"\n\n${"x".repeat(bytes)}\n`
    const field = (chars: number) => `--b\nContent-Disposition: form-data; name="n"\n\n${"x".repeat(chars)}\n`
    const small = { fileBytesMax: 10, filesMax: 2, fieldsBytesMax: 20 }
    expect(problemOf(`${file(10)}${file(10)}${field(19)}--b--`, small)).toBe("none")
    expect(problemOf(`${file(11)}--b--`, small)).toBe("too_large")
    expect(problemOf(`${file(1).repeat(3)}--b--`, small)).toBe("too_large")
    expect(problemOf(`${field(9)}${field(10)}--b--`, small)).toBe("too_large")
    expect(problemOf(`${field(1).repeat(201)}--b--`)).toBe("too_large")
  })
})

describe("the boundary", () => {
  it.each([
    ["multipart/form-data; boundary=b", "b"],
    ["Multipart/Form-Data;charset=utf-8;BOUNDARY=\"a b\"; x", "a b"],
    ["multipart/form-data; boundary=", null],
    ["multipart/form-data", null],
    [`multipart/form-data; boundary=${"x".repeat(71)}`, null],
    ["multipart/mixed; boundary=b", null],
    ["application/json", null]
  ])("of %j is %j", (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })
})

describe("a file that is arriving", () => {
  const readAll = async (buffer: FileBuffer) => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of buffer.read()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it("is read while it arrives, by several readers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 30 }), async (chunks) => {
        const buffer = new FileBuffer()
        const early = readAll(buffer)
        for (const chunk of chunks) {
          buffer.push(chunk)
          if (chunk.length % 2 === 0) await Promise.resolve()
        }
        buffer.complete()
        const whole = Buffer.concat(chunks)
        expect([await early, await readAll(buffer)]).toEqual([whole, whole])
        expect([Buffer.from(buffer.bytes()), buffer.size]).toEqual([whole, whole.length])
      }),
      runs(50)
    )
  })

  it("ends its readers with the failure", async () => {
    const buffer = new FileBuffer()
    const reading = readAll(buffer)
    buffer.push(new Uint8Array(3))
    buffer.fail(new Error("The upload ended early."))
    await expect(reading).rejects.toThrow("The upload ended early.")
  })
})
