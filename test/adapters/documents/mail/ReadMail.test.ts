import { describe, expect, it } from "vitest"
import { mailHeaderCharsMax } from "../../../../adapters/documents/mail/MimePart.ts"
import { mailNestedMax, mailPartsMax, readMail } from "../../../../adapters/documents/mail/ReadMail.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { makePdf } from "../pdf/MakePdf.ts"

const head = "Received: from a.example\r\nFrom: Ann <ann@example.com>\r\nTo: bob@example.org\r\nMIME-Version: 1.0\r\n"
const mail = (fields: string, body: string, before = head): Uint8Array =>
  Buffer.from(`${before}${fields}\r\n\r\n${body}`, "latin1")
const read = (bytes: Uint8Array) => readMail(bytes, new Budget())

const mixed = (parts: ReadonlyArray<string>, boundary = "b=1"): Uint8Array =>
  mail(
    `Content-Type: multipart/mixed;\r\n boundary="${boundary}"`,
    `preamble\r\n${
      parts.map((part) => `--${boundary}\r\n${part}`).join("\r\n")
    }\r\n--${boundary}--\r\nepilogue --${boundary}`
  )

const attached = (name: string, bytes: Uint8Array | string, type = "application/octet-stream"): string =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
  `Content-Disposition: attachment; filename="${name}"\r\n\r\n` +
  Buffer.from(bytes as string, "latin1").toString("base64").replace(/.{76}/g, "$&\r\n")

describe("an email message", () => {
  it("has its subject, text and attachments", () => {
    const { facts, files } = read(mixed([
      "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=\r\n=C3=9Fe",
      attached("a.txt", "Hello\r\n")
    ]))
    expect(facts).toEqual([{ kind: "text", text: "Grüße", pages: null, where: "document" }])
    expect(files).toEqual([
      { name: "a.txt", bytes: Buffer.from("Hello\r\n"), as: "attachment", where: "document" }
    ])
  })

  it.each([
    ["=?utf-8?B?R3LDvMOfZQ==?=", "Grüße"],
    ["=?iso-8859-1?Q?Gr=FC=DFe?= =?us-ascii?q?_2?=", "Grüße 2"],
    ["Gr\u00c3\u00bc\u00c3\u009fe", "Grüße"],
    ["folded\r\n line", "folded line"],
    ["=?x-unknown?Q?a=80?=", "a€"]
  ])("has the subject %j", (subject, text) => {
    expect(read(mail(`Subject: ${subject}`, "")).facts).toEqual([expect.objectContaining({ text })])
  })

  it.each([
    ["filename=\"a b.exe\"", "a b.exe"],
    ["filename=a.exe", "a.exe"],
    ["filename*=utf-8''r%C3%A9sum%C3%A9.exe", "résumé.exe"],
    ["filename*0=\"long-\"; filename*1=\"name.exe\"", "long-name.exe"],
    ["filename*0*=utf-8''%C3%A9; filename*1=.exe", "é.exe"],
    ["filename=\"=?utf-8?B?w6kuZXhl?=\"", "é.exe"],
    ["filename=\"a\\\"b.exe\"", "a\"b.exe"]
  ])("has the name in %s", (parameters, name) => {
    const part = `Content-Type: application/x-msdownload\r\nContent-Disposition: attachment; ${parameters}\r\n\r\nMZ`
    expect(read(mixed([part])).files.map((file) => file.name)).toEqual([name])
  })

  it("has the links of HTML, and those of messages within", () => {
    const inner = "Subject: Inner\r\nContent-Type: text/html\r\n\r\n<a href=\"https://b.example/\">b</a>"
    const { facts } = read(mixed([
      "Content-Type: text/html\r\n\r\n<a href=\"https://a.example/\">a</a>",
      `Content-Type: message/rfc822\r\n\r\n${inner}`
    ]))
    expect(facts.flatMap((fact) => fact.kind === "link" ? [[fact.url, fact.text]] : [])).toEqual([
      ["https://a.example/", "a"],
      ["https://b.example/", "b"]
    ])
    expect(facts.at(-1)).toMatchObject({ kind: "text", text: "a\nInner\nb" })
  })

  it("reports what it does not read", () => {
    const uu = "Content-Type: application/x\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegun"
    expect(read(mixed([uu])).facts).toEqual([
      { kind: "unread", detail: "a part with the encoding x-uuencode", isDocument: false, where: "document" }
    ])
    let nested = "Content-Type: text/plain\r\n\r\nend"
    for (let depth = 0; depth <= mailNestedMax; depth++) nested = `Content-Type: message/rfc822\r\n\r\n${nested}`
    expect(read(mixed([nested])).facts).toContainEqual(expect.objectContaining({ kind: "cut off" }))
    const many = Array.from({ length: mailPartsMax + 1 }, () => "Content-Type: text/plain\r\n\r\na")
    expect(read(mixed(many)).facts).toContainEqual(expect.objectContaining({ kind: "cut off" }))
  })

  it.each(["7-bit", "8bits", "plain", "unknown", " QUOTED-PRINTABLE; x", "Quoted Printable"])(
    "has a body with the encoding %s",
    (encoding) => {
      expect(read(mail(`Content-Transfer-Encoding: ${encoding}`, "Hello")).facts).toEqual([
        expect.objectContaining({ kind: "text", text: "Hello" })
      ])
    }
  )

  it("is read together with the other messages of a mailbox", () => {
    const separator = "From ann@example.com Sun May  8 19:07:09 2005\r\n"
    const first = Buffer.from(mixed(["Content-Type: text/plain\r\n\r\nFrom here on"])).toString("latin1")
    const second = Buffer.from(mixed([attached("a.exe", "MZ")])).toString("latin1")
    const mailbox = Buffer.from(`${separator}${first}\r\n\r\n${separator}${second}`, "latin1")
    expect(documentTypeOf(mailbox)).toBe("eml")
    expect(read(mailbox).files.map(({ name }) => name)).toEqual(["a.exe"])
    expect(read(mailbox).facts).toEqual([expect.objectContaining({ text: "From here on" })])
  })

  it("is read if its last boundary is missing, or if lines end with LF", () => {
    const bytes = Buffer.from(mixed([attached("a.exe", "MZ")]))
    const text = bytes.toString("latin1")
    expect(read(Buffer.from(text.slice(0, text.indexOf("\r\n--b=1--")), "latin1")).files).toHaveLength(1)
    expect(read(Buffer.from(text.replaceAll("\r\n", "\n"), "latin1")).files).toHaveLength(1)
  })
})

const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const harmlessPdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")

const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a document that starts a program", mixed([attached("a.pdf", launching)])],
  ["a program", mixed([attached("a.exe", `MZ${"x".repeat(300)}`)])],
  ["a program as a signature", mixed([attached("a.exe", `MZ${"x".repeat(300)}`, "application/pkcs7-signature")])],
  [
    "a program in a message within",
    mixed([`Content-Type: message/rfc822\r\n\r\n${attached("a.exe", `MZ${"x".repeat(300)}`)}`])
  ]
]

const program = `MZ${"x".repeat(300)}`
const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64")
const encoded = (text = base64(program)): string =>
  `Content-Type: application/x; name=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}`
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1")
const oneProgram = Buffer.from(mixed([encoded()])).toString("latin1")

/** Messages in which some programs find a program that others do not. */
const disguises: ReadonlyArray<readonly [string, Uint8Array]> = [
  [
    "a second type",
    mail("Content-Type: text/plain\r\nContent-Type: multipart/mixed; boundary=b", `--b\r\n${encoded()}`)
  ],
  ["a second encoding", mail("Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64", base64(program))],
  ["a second boundary", mail("Content-Type: multipart/mixed; boundary=x; boundary=b", `--b\r\n${encoded()}`)],
  ["no boundary", mail("Content-Type: multipart/mixed", `--b\r\n${encoded()}`)],
  [
    "a boundary that starts another",
    mixed([`Content-Type: multipart/mixed; boundary="b=12"\r\n\r\n--b=12\r\n${encoded()}\r\n--b=12--`])
  ],
  ["a part after the last boundary", mixed(["\r\nHello\r\n--b=1--", encoded()])],
  [
    "padding within Base64 of a named text",
    mixed([encoded(`QQ==\r\n${base64("x")}`).replace("application/x", "text/plain")])
  ],
  ["padding within Base64", mixed([encoded(`QQ==\r\n${base64(program)}`)])],
  ["words after the encoding", mixed([encoded().replace(": base64", ": base64 x")])],
  ["a comment before the type", mail("Content-Type: (c) multipart/mixed; boundary=b", `--b\r\n${encoded()}`)],
  ["words after the type", mail("Content-Type: multipart/mixed x; boundary=b", `--b\r\n${encoded()}`)],
  ["a digest", mail("Content-Type: multipart/digest; boundary=b", `--b\r\n\r\n${encoded()}\r\n--b--`)],
  ["a news article", mixed([`Content-Type: message/news\r\n\r\n${encoded()}`])],
  [
    "an encoded multipart body",
    mail(
      "Content-Type: multipart/mixed; boundary=b\r\nContent-Transfer-Encoding: base64",
      base64(`--b\r\n${encoded()}\r\n--b--`)
    )
  ],
  [
    "a delimiter with many blanks",
    mail("Content-Type: multipart/mixed; boundary=b", `--b${" ".repeat(300)}\r\n${encoded()}`)
  ],
  [
    "a script in a draft",
    bytesOf(
      `Subject: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${
        attached("a.ps1", "calc")
      }\r\n--b--`
    )
  ],
  ["a character outside of Base64", mixed([encoded(`!${base64(program)}`)])],
  ["lines that end with CR", bytesOf(oneProgram.replaceAll("\r\n", "\r"))],
  ["lines that end with CR CR LF", bytesOf(oneProgram.replaceAll("\r\n", "\r\r\n"))],
  [
    "a header beyond its limit",
    mail(`X: ${"x".repeat(mailHeaderCharsMax)}\r\nContent-Type: multipart/mixed; boundary=b`, `--b\r\n${encoded()}`)
  ],
  ["a file in its text", mail("Content-Type: text/plain", "Hello\r\nbegin 644 a.exe\r\n#35H!\r\n`\r\nend\r\n")],
  ["a file in its text, without MIME", bytesOf("From: a\r\nSubject: b\r\n\r\nbegin-base64 644 a.exe\r\nTVo=\r\n====")],
  ["a file in yEnc", mail("Content-Type: text/plain", "=ybegin line=128 size=1 name=a.exe\r\nx\r\n=yend")],
  ["a share of a message", mail("Content-Type: message/partial; id=a; number=1; total=2", "x")],
  ["UTF-7", mail("Content-Type: text/html; charset=utf-7", "+ADw-a href=...")],
  ["a script as a signature", mixed([attached("a.js", "WScript.Echo(1)", "application/pkcs7-signature")])],
  ["a second name", mail("Content-Type: a/b; name=a.hta\r\nContent-Disposition: attachment; filename=a.txt", "x")],
  ["an unusual first field", bytesOf(`Foo: x\r\n${oneProgram}`)]
]

const uuencoded = (lines: string): string =>
  `Content-Type: application/x; name=a.txt\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\n${lines}`

const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["text", mail("Subject: Hi", "See you on Monday.")],
  ["a harmless document", mixed([attached("a.pdf", harmlessPdf)])],
  ["a signature", mixed([attached("smime.p7s", "0\x82\x05\x01\x06\x09", "application/pkcs7-signature")])],
  ["a link", mail("Content-Type: text/html", "<p><a href=\"https://www.wikipedia.org/\">Read this</a></p>")],
  ["a second field with the same value", mail("Content-Type: text/plain\r\nContent-Type: text/plain", "Hello")],
  [
    "a name in two forms",
    mixed([
      "Content-Type: text/plain; name=\"a.txt\"\r\nContent-Disposition: attachment; " +
      "filename=\"a.txt\"; filename*=utf-8''%C3%A4.txt\r\n\r\nHello"
    ])
  ],
  ["uuencode", mixed([uuencoded("begin 644 a.txt\r\n%2&5L;&\\\r\n`\r\nend")])],
  ["a quoted first line of uuencode", mail("Content-Type: text/plain", "> begin 644 a.exe\r\nHello")],
  ["headers of a multipart message only", mail("Content-Type: multipart/mixed; boundary=b", "")],
  [
    "a page for AMP",
    mixed(["Content-Type: text/x-amp-html\r\n\r\n<script async src=\"https://cdn.ampproject.org/v0.js\"></script>"])
  ],
  [
    "a body that names a scheme",
    mail("Content-Type: text/html", "Links with javascript: are blocked. <a href=\"javascript:void(0)\">a</a>")
  ],
  [
    "a body with a name",
    mixed([
      "Content-Type: text/html; name=body.html\r\nContent-Disposition: inline; filename=body.html\r\n\r\n<p>Hi</p>"
    ])
  ],
  ["data for programs", mail("Content-Type: text/html", "<script type=\"application/ld+json\">{}</script>Hello")],
  [
    "a line that a list added",
    mail(
      "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64",
      `${base64("Hello yo")}\r\n____\r\nList of all`
    )
  ],
  ["a picture", mixed([attached("a.png", "\x89PNG\r\n\x1a\n", "image/png")])]
]

describe("the rating of an email message", () => {
  it.each(attacks)("is block for %s", (_, bytes) => expect(rate(bytes)[0]).toBe("block"))
  it.each(attacks)("is not ok within another document for %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.eml"))[0], where).not.toBe("ok")
  })
  it.each(disguises)("is not ok for %s", (_, bytes) => {
    expect(["warn", "block"]).toContain(rate(bytes)[0])
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.eml"))[0], where).not.toBe("ok")
  })
  it.each(ordinary)("is ok for %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))

  it("is not ok for a body with a script, which a browser runs", () => {
    expect(rate(mail("Content-Type: text/html", "<script>location='https://a.example/'</script>"))[0]).not.toBe("ok")
  })
})

it.each([
  "From: <Saved by Blink>\r\nSubject: a\r\n",
  "Foo: x\r\n",
  "\r\nFoo: x\r\n folded\r\n",
  "Foo: x\r",
  "Foo: x\r\r\n",
  ""
])("a web archive that starts with %j is not rated ok within another document", (start) => {
  const archive = Buffer.from(`${start}MIME-Version: 1.0\r\n\r\n<script>go()</script>`)
  for (const [where, carry] of carriers) expect(rate(carry(archive, "a.mhtml"))[0], where).not.toBe("ok")
})

it.each(["junk\r\n", "\u00e9: x\r\n", "<center>\r\n"])(
  "an archive with macros after %j is not rated ok within another document",
  (start) => {
    const macros = base64("ActiveMime\0\0\x01\xf0")
    const archive = bytesOf(
      `${start}MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n\r\n${macros}`
    )
    for (const [where, carry] of carriers) expect(rate(carry(archive, "a.doc"))[0], where).not.toBe("ok")
  }
)

describe("the type of a message", () => {
  it.each([
    ["Received: a\nFrom: b\nContent-Type: text/plain\n\n", "eml"],
    ["X-Any: a\r\nFrom: b\r\nTo: c\r\nMIME-Version: 1.0\r\n\r\nbody", "eml"],
    ["From: <Saved by Blink>\r\nSubject: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n", "mht"],
    ["MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\nFrom: a\r\nTo: b\r\n", "mht"],
    ["Name: Ann\nTo: b\n", null],
    ["From: a\nSubject: b\n\n", "eml"],
    ["Foo: a\r\r\nFrom: b\r\r\nTo: c\r\r\nMIME-Version: 1.0\r\r\n\r\r\n", "eml"],
    ["Foo: a\n\nFrom: a\nSubject: b\n\n", null],
    ["Dear Ann,\nFrom: a\nTo: b\nContent-Type: c\n", null],
    ["", null]
  ])("of %j is %s", (text, type) => expect(documentTypeOf(Buffer.from(text))).toBe(type))
})
