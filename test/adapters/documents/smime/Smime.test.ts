import { describe, expect, it } from "vitest"
import { readCms, readMail } from "../../../../adapters/documents/mail/ReadMail.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { berNestedMax } from "../../../../adapters/documents/smime/Ber.ts"
import { cmsNestedMax, openCms } from "../../../../adapters/documents/smime/CmsContent.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import {
  ber,
  contentInfo,
  contentTypes,
  der,
  mailOf,
  makeCompressed,
  makeEnveloped,
  makeSigned,
  octets,
  structure
} from "./MakeCms.ts"

const program = `MZ${"x".repeat(300)}`
const base64 = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes as string, "latin1").toString("base64").replace(/.{64}/g, "$&\r\n")
const part = (name: string, bytes: Uint8Array | string): string =>
  `Content-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
  `Content-Disposition: attachment; filename="${name}"\r\n\r\n${base64(bytes)}`
const mixed = (...parts: ReadonlyArray<string>): string =>
  `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${parts.map((one) => `--b\r\n${one}\r\n`).join("")}--b--\r\n`
const text = "Content-Type: text/plain\r\n\r\nSee you on Monday.\r\n"
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const harmlessPdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const withProgram = mixed(text, part("a.exe", program))
const wrapped = (cms: Uint8Array): string =>
  `Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(cms)}`
const pem = (bytes: Uint8Array, label = "PKCS7"): Uint8Array =>
  Buffer.from(`-----BEGIN ${label}-----\r\n${base64(bytes)}\r\n-----END ${label}-----\r\n`)

/** CMS structures that contain an attack. */
const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a program", makeSigned(withProgram)],
  ["a program, in BER", makeSigned(withProgram, true)],
  ["a program, compressed", makeCompressed(withProgram)],
  ["a program, signed twice", makeSigned(wrapped(makeSigned(withProgram)))],
  ["a program, signed and compressed", makeSigned(wrapped(makeCompressed(withProgram)))],
  [
    "a program in a structure within",
    makeSigned(
      structure(contentTypes.data, octets(withProgram)),
      false,
      contentTypes.signed
    )
  ],
  ["a document that starts a program", makeSigned(mixed(text, part("a.pdf", launching)))],
  [
    "a link to a listed kind of file",
    makeSigned(
      "Content-Type: text/html\r\n\r\n<img src=\"\\\\evil.example\\s\\a.png\">"
    )
  ],
  ["a program in PEM", pem(makeSigned(withProgram))],
  ["a program in PEM of CMS", pem(makeSigned(withProgram, true), "CMS")],
  ["a program in Base64", Buffer.from(base64(makeSigned(withProgram)))],
  ["a signed program", makeSigned(program)],
  ["a signed program, in BER", makeSigned(program, true)],
  ["a signed document", makeSigned(launching)],
  ["a signed document, in BER", makeSigned(launching, true)],
  ["a compressed document", makeCompressed(launching)],
  ["a document after a header", makeSigned(Buffer.concat([Buffer.from("Content-Type: a/b\r\n\r\n"), launching]))],
  [
    "a digest of a program",
    contentInfo(
      der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 5])),
      structure(contentTypes.data, octets(program))
    )
  ],
  ["data without a signature", contentInfo(contentTypes.data, octets(program))]
]

const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a text", makeSigned(text)],
  ["a text, in BER", makeSigned(text, true)],
  ["a text in PEM", pem(makeSigned(text))],
  ["a text, compressed", makeCompressed(text)],
  ["a text, signed twice", makeSigned(wrapped(makeSigned(text)))],
  ["several parts", makeSigned(mixed(text, part("a.pdf", harmlessPdf)), true)],
  ["a link", makeSigned("Content-Type: text/html\r\n\r\n<a href=\"https://www.wikipedia.org/\">Read this</a>")],
  ["certificates only", makeSigned(null)],
  ["certificates only, in BER", makeSigned(null, true)],
  ["a signed document", makeSigned(harmlessPdf)],
  ["a signed document, in BER", makeSigned(harmlessPdf, true)],
  ["a signed invoice", makeSigned("<?xml version=\"1.0\"?><p:FatturaElettronica xmlns:p=\"http://ivaservizi\"/>")],
  ["a time stamp", makeSigned("any", false, contentTypes.timeStamp)]
]

describe("a signed or compressed message", () => {
  it.each(attacks)("is blocked as a file with %s", (_, bytes) => {
    expect(documentTypeOf(bytes)).toBe("cms")
    expect(rate(bytes)[0]).toBe("block")
  })
  it.each(attacks)("is blocked as a mail with %s", (_, bytes) => {
    expect(rate(mailOf(bytes))[0]).toBe("block")
    expect(rate(mailOf(bytes, "application/octet-stream"))[0]).toBe("block")
  })
  it.each(attacks)("is not ok within another document with %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "smime.p7m"))[0], where).not.toBe("ok")
  })
  it.each(ordinary)("is ok as a file with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))
  it.each(ordinary)("is ok as a mail with %s", (_, bytes) => {
    expect(rate(mailOf(bytes))[0]).toBe("ok")
    expect(rate(mailOf(bytes, "application/x-pkcs7-mime"))[0]).toBe("ok")
    expect(rate(mailOf(bytes, "application/octet-stream"))[0]).toBe("ok")
  })
  it.each(ordinary)("is ok within a PDF with %s", (_, bytes) => {
    expect(rate(carriers[0]![1](bytes, "smime.p7m"))[0]).toBe("ok")
  })

  it("has the texts and files of its content", () => {
    const { facts, files } = readMail(mailOf(makeSigned(mixed(text, part("a.txt", "Hello")), true)), new Budget())
    expect(facts).toEqual([{ kind: "text", text: "Hi\nSee you on Monday.", pages: null, where: "document" }])
    expect(files.map(({ bytes, name }) => [name, Buffer.from(bytes).toString()])).toEqual([["a.txt", "Hello"]])
  })

  it("gives a signed file its name without the extension of the signature", () => {
    const { files } = readCms(makeSigned("WScript.Echo(1)"), new Budget(), ["invoice.js.p7m"])
    expect(files.map(({ name }) => name)).toEqual(["invoice.js"])
    const script = makeSigned("WScript.Echo(1)")
    expect(rate(mailOf(script, "application/octet-stream", "invoice.js.p7m"))[0]).toBe("block")
    expect(rate(carriers[0]![1](script, "invoice.js.p7m"))[0]).toBe("block")
    expect(rate(carriers[0]![1](script, "invoice.txt.p7m"))[0]).toBe("ok")
  })

  it("is a page if its name makes a browser open it as one", () => {
    const page = makeSigned("Content-Type: text/plain\r\n\r\n<script>location='https://a.example/'</script>")
    expect(rate(carriers[0]![1](page, "a.html"))).toEqual(["warn", "EMBEDDED_EXECUTABLE"])
    expect(rate(carriers[0]![1](page, "a.p7m"))[0]).toBe("ok")
  })

  it("is read although it is called a detached signature", () => {
    const signature = "application/pkcs7-signature"
    expect(rate(mailOf(makeSigned(null), signature, "smime.p7s"))[0]).toBe("ok")
    expect(rate(mailOf(makeSigned(withProgram), signature, "smime.p7s"))[0]).toBe("block")
    const followed = Buffer.concat([makeSigned(null), Buffer.from(program)])
    expect(rate(mailOf(followed, signature, "smime.p7s"))[0]).toBe("warn")
  })
})

describe("an encrypted message", () => {
  const encrypted = [contentTypes.enveloped, contentTypes.encrypted, contentTypes.authEnveloped].map((type) =>
    makeEnveloped(type)
  )
  it("is rated warn", () => {
    for (const bytes of encrypted) {
      expect(rate(bytes)).toEqual(["warn", "ENCRYPTED"])
      expect(rate(mailOf(bytes, "application/pkcs7-mime; smime-type=enveloped-data"))).toEqual(["warn", "ENCRYPTED"])
      expect(rate(mailOf(makeSigned(wrapped(bytes))))).toEqual(["warn", "ENCRYPTED"])
      expect(rate(carriers[0]![1](bytes, "smime.p7m"))[0]).toBe("warn")
    }
  })
})

const whole = makeSigned(text)
const nested = (depth: number, write: typeof der): Uint8Array => {
  let inner: Uint8Array = write(0x30)
  for (let at = 0; at < depth; at++) inner = write(0x30, inner)
  return inner
}
const octetsNested = (depth: number): Uint8Array => {
  let inner: Uint8Array = der(0x04, text)
  for (let at = 0; at < depth; at++) inner = ber(0x24, inner)
  return inner
}
const signedNested = (depth: number): Uint8Array => {
  let inner: Uint8Array = structure(contentTypes.data, octets(text))
  for (let at = 0; at < depth; at++) inner = structure(contentTypes.signed, octets(inner))
  return contentInfo(contentTypes.signed, inner)
}

describe("a damaged or hostile structure", () => {
  it("is never ok if it is truncated", () => {
    for (const [name, bytes] of [["DER", whole], ["BER", makeSigned(text, true)]] as const) {
      const endOfContent = Buffer.from(bytes).lastIndexOf("Monday.") + 9
      for (let length = 20; length < endOfContent; length++) {
        const part = bytes.subarray(0, length)
        if (documentTypeOf(part) !== "cms") continue
        expect(["warn", "refused"], `${name} ${length}`).toContain(rate(part)[0])
        expect(rate(mailOf(part))[0], `${name} ${length}`).toBe("warn")
      }
    }
  })

  it("is not ok if it is also an archive, or if other data follows", () => {
    const signature = contentInfo(
      contentTypes.signed,
      der(0x30, der(2, "\x01"), der(0x31), der(0x30, contentTypes.data))
    )
    expect(rate(carriers[0]![1](signature, "a.p7s"))[0]).toBe("ok")
    const tar = Buffer.alloc(1_024)
    tar.set(signature)
    tar.write("ustar", 257)
    expect(rate(carriers[0]![1](tar, "a.tar"))[0]).toBe("warn")
    const image = Buffer.alloc(40_000)
    image.set(signature)
    image.write("CD001", 32_769)
    for (const bytes of [image, Buffer.concat([signature, Buffer.from("PK\x03\x04")])]) {
      expect(rate(bytes)[0]).toBe("warn")
      expect(rate(carriers[0]![1](bytes, "a.bin"))[0]).toBe("warn")
    }
    expect(rate(Buffer.concat([signature, Buffer.from("\r\n\0")]))[0]).toBe("ok")
  })

  it("is not ok if it is truncated after its content", () => {
    for (const bytes of [whole, makeSigned(text, true)]) {
      expect(rate(bytes.subarray(0, bytes.length - 8))).toEqual(["warn", "PARTIAL_SCAN"])
    }
  })

  it("is read as far as possible", () => {
    const bytes = makeSigned(withProgram)
    expect(rate(bytes.subarray(0, bytes.length - 60))[0]).toBe("block")
  })

  it.each<readonly [string, Uint8Array]>([
    ["a length of many bytes", Buffer.concat([Buffer.from([0x30, 0x88, 1, 1, 1, 1, 1, 1, 1, 1]), contentTypes.signed])],
    [
      "elements nested too deep",
      contentInfo(contentTypes.signed, ber(0x30, nested(berNestedMax + 3, ber), der(0x31)), ber)
    ],
    [
      "octets nested too deep",
      contentInfo(contentTypes.signed, structure(contentTypes.data, octetsNested(berNestedMax + 3), ber), ber)
    ],
    ["structures nested too deep", signedNested(cmsNestedMax + 1)],
    ["a number as the content", contentInfo(contentTypes.signed, structure(contentTypes.data, der(0x02, "\x01")))],
    ["another type of content", makeSigned("any", false, contentTypes.trustList)],
    ["no content", der(0x30, contentTypes.signed)],
    ["a primitive element of indefinite length", contentInfo(contentTypes.data, Buffer.from([0x04, 0x80, 0, 0]))],
    ["no end", Buffer.concat([Buffer.from([0x30, 0x80]), contentTypes.signed, Buffer.from([0xa0, 0x80, 0x30, 0x80])])]
  ])("is not ok with %s", (_, bytes) => {
    expect(documentTypeOf(bytes)).toBe("cms")
    expect(["warn", "refused"]).toContain(rate(bytes)[0])
    expect(rate(mailOf(bytes))[0]).toBe("warn")
    expect(rate(carriers[0]![1](bytes, "a.p7m"))[0]).toBe("warn")
  })

  it.each<readonly [string, Uint8Array]>([
    ["a bomb", makeCompressed(Buffer.alloc(60_000_000))],
    [
      "a million pieces",
      contentInfo(contentTypes.signed, structure(contentTypes.data, octets("a".repeat(1_000_000), 1)))
    ],
    [
      "a million levels",
      Buffer.concat([
        Buffer.from([0x30, 0x80]),
        contentTypes.signed,
        Buffer.from([0xa0, 0x80]),
        Buffer.alloc(2_000_000, Buffer.from([0x30, 0x80]))
      ])
    ],
    [
      "a million empty elements",
      contentInfo(
        contentTypes.signed,
        ber(0x30, ber(0x30, Buffer.alloc(2_000_000, Buffer.from([5, 0]))), der(0x31)),
        ber
      )
    ]
  ])("is answered in time with %s", (_, bytes) => {
    const started = performance.now()
    expect(["refused", "warn", "block", "ok"]).toContain(rate(bytes)[0])
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it("is not a bomb within its limits", () => {
    expect(rate(makeCompressed(Buffer.alloc(60_000_000)))[0]).toBe("block")
    expect(openCms(makeCompressed(text), new Budget())).toEqual({
      content: { kind: "content", bytes: expect.anything() as Uint8Array },
      isIncomplete: false
    })
  })
})
