import { describe, expect, it } from "vitest"
import { rate } from "./Rate.ts"

const head = "Received: from a.example\r\nFrom: Ann <ann@example.com>\r\nTo: bob@example.org\r\nMIME-Version: 1.0\r\n"
const mail = (fields: string, body: string): Uint8Array => Buffer.from(`${head}${fields}\r\n\r\n${body}`, "latin1")
const html = (body: string): Uint8Array => mail("Content-Type: text/html; charset=utf-8", body)
const program = Buffer.from(`MZ${"x".repeat(300)}`).toString("base64")
const textPart = "Content-Type: text/plain\r\n\r\nHello"
const programPart = "Content-Type: application/octet-stream; name=a.exe\r\n" +
  `Content-Disposition: attachment; filename=a.exe\r\nContent-Transfer-Encoding: base64\r\n\r\n${program}`
const script = "new ActiveXObject(\"WScript.Shell\").Run(\"calc\")"
const mixed = (part: string): Uint8Array =>
  mail("Content-Type: multipart/mixed; boundary=b", `--b\r\n${textPart}\r\n--b\r\n${part}\r\n--b--\r\n`)
/** Message in which one boundary separates parts for Gatehouse, and another one for other programs. */
const twoBoundaries = (parameter: string, first: string, second: string): Uint8Array =>
  mail(
    `Content-Type: multipart/mixed; boundary=${parameter}`,
    `--${first}\r\n${textPart}\r\n${second}\r\n${programPart}\r\n${second}--\r\n`
  )
const address = "http://185.12.13.14/login.exe"
const link = `<a href="${address}">www.paypal.com</a>`

describe("a program in a message is not ok", () => {
  it.each([
    ["base64.", "an encoding with a dot"],
    ["\"base64\"", "a quoted encoding"],
    ["x-base64", "an encoding of its own"],
    ["b64", "an abbreviated encoding"],
    ["=?utf-8?q?base64?=", "an encoded encoding"]
  ])("with the encoding %s", (encoding) => {
    const part = `Content-Type: application/octet-stream; name=a.dat\r\nContent-Transfer-Encoding: ${encoding}`
    expect(rate(mixed(`${part}\r\n\r\n${program}`))[0]).not.toBe("ok")
  })

  it.each(["multipart / mixed", "multipart", "\"multipart/mixed\"", "(a) multipart/mixed"])(
    "with the type %s",
    (type) => {
      const body = `--b\r\n${textPart}\r\n--b\r\n${programPart}\r\n--b--\r\n`
      expect(rate(mail(`Content-Type: ${type}; boundary=b`, body))[0]).toBe("block")
    }
  )

  it.each<[string, Uint8Array]>([
    ["with an encoded word", twoBoundaries("\"=?utf-8?Q?b?=\"", "b", "--=?utf-8?Q?b?=")],
    ["with quotes", twoBoundaries("a\"b\"", "a", "--a\"b\"")],
    ["with an escape", twoBoundaries("\"b\\c\"", "bc", "--b\\c")],
    ["with a blank", twoBoundaries("a b", "a", "--a b")],
    ["with more on its line", twoBoundaries("a", "a", "--a xyz")]
  ])("with a boundary %s", (_, bytes) => {
    expect(rate(bytes)[0]).not.toBe("ok")
  })

  it.each(["From ", "From x", "From a b Sun May  8 19:07:09 2005"])("after the line %j in a mailbox", (line) => {
    const second = `${line}\r\nFrom: a@example.com\r\nSubject: y\r\n${programPart}`
    const first = "From a@example.com Sun May  8 19:07:09 2005\r\nFrom: a@example.com\r\nTo: b@example.com\r\n\r\nHello"
    expect(rate(Buffer.from(`${first}\r\n\r\n${second}\r\n`))[0]).toBe("block")
  })

  it.each(["begin  a.exe\r\n", "begin 100644 a.exe\r\n", "begin 644\ta.exe\r\n", "begin 644 a.exe\r"])(
    "in a text after %j",
    (line) => {
      const data = ["#35H!", "`", "end", ""].join(line.slice(line.indexOf("\r")))
      expect(rate(mail("Content-Type: text/plain", `Hello\r\n${line}${data}`))[0]).toBe("block")
    }
  )
})

describe("a script in a message is blocked", () => {
  it.each([
    "filename=a b.js",
    "filename*1=\"s\"; filename*0=\"a.j\"",
    "filename=\"a.txt\"; name=a.js",
    "filename='a.js'",
    "filename=a.j\"s\"",
    "filename=\"a.js\0.txt\"",
    "filename=\"a.js/\"",
    "filename=\"a.js::$DATA\""
  ])("with %j", (parameters) => {
    const fields = `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; ${parameters}`
    expect(rate(mixed(`${fields}\r\n\r\n${script}`))).toEqual(["block", "EMBEDDED_EXECUTABLE"])
  })

  it.each(["application/hta", "application/javascript", "text/vbscript"])("without a name, of the type %s", (type) => {
    expect(rate(mixed(`Content-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\n${script}`))[0]).toBe("block")
  })
})

describe("a link in a message is not ok", () => {
  it.each([
    `<a href            ="${address}">www.paypal.com</a>`,
    "<a href=\"&#104;ttp&colon;&#x2F;/185.12.13.14/login.exe\">www.paypal.com</a>",
    `<a title=" href=https://www.paypal.com/" href="${address}">www.paypal.com</a>`,
    `<!-->${link}<!-- -->`,
    `<!-- --!>${link}<!-- -->`,
    `<title><style></title>${link}`,
    `<textarea><style></textarea>${link}`,
    `<svg><style>${link}</style></svg>`,
    `<svg><p><style><!--</style>${link}`,
    `<!--[if mso]>${link}<![endif]-->`,
    `<noembed>${link}</noembed>`,
    `<iframe srcdoc='${link.replaceAll("<", "&lt;")}'></iframe>`,
    `<map><area href="${address}" alt="www.paypal.com"></map>`,
    `<svg><a xlink:href="${address}">www.paypal.com</a></svg>`,
    `<v:rect href="${address}">www.paypal.com</v:rect>`,
    `<form action="${address}"><input type=password></form>`,
    `<form><button formaction="${address}">Sign in</button></form>`,
    `<a href="${address}`
  ])("in %s", (body) => {
    expect(rate(html(body))[0]).not.toBe("ok")
  })

  it.each<[string, Uint8Array]>([
    [
      "quoted-printable with CR CR LF",
      mail(
        "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable",
        `<a hr=\r\r\nef=3D"${address}">here</a>`
      )
    ],
    ["a calendar", mail("Content-Type: text/calendar", `BEGIN:VCALENDAR\r\nDESCRIPTION:${address}\r\n`)],
    ["a multipart without parts", mail("Content-Type: multipart/mixed; boundary=b", `${address}\r\n`)],
    ["EBCDIC", mail("Content-Type: text/html; charset=ibm037\r\nContent-Transfer-Encoding: base64", "TIGAg5mF")],
    ["HZ", mail("Content-Type: text/html; charset=hz-gb-2312", `<a hr~\nef="${address}">here</a>`)],
    ["another type of HTML", mail("Content-Type: text/watch-html", link)]
  ])("in %s", (_, bytes) => {
    expect(rate(bytes)[0]).not.toBe("ok")
  })
})

describe("a network share in a message is blocked", () => {
  it.each([
    "<link rel=stylesheet href=\"file://evil.example/a.css\">",
    "<body background=\"file://evil.example/a.png\">Hi",
    "<td background=\"\\\\evil.example\\a.png\">Hi",
    "<div style=\"background:url(\\\\evil.example\\a.png)\">Hi</div>",
    "<style>@import url(file://evil.example/a.css)</style>",
    "<v:fill src=\"file://evil.example/a.png\"/>",
    "<a href=\"file:///\\\\evil.example\\test\\a.rtf!x\">here</a>"
  ])("in %s", (body) => {
    expect(rate(html(body))[0]).toBe("block")
  })

  it("is ok if it is only a link to a company's file", () => {
    expect(rate(html("<a href=\"\\\\server\\plans\\a.docx\">the plan</a>"))[0]).toBe("ok")
  })
})

describe("an ordinary message is ok", () => {
  it.each([
    "<!--[if mso]><table><tr><td><![endif]--><p>Hi</p><!--[if mso]></td></tr></table><![endif]-->",
    "<!--[if !mso]><!--><img src=\"https://cdn.example.com/a.png\"><!--<![endif]-->",
    "<v:rect href=\"https://www.example.com/\"><v:fill src=\"https://cdn.example.com/a.png\"/>Open</v:rect>",
    "<style>p{background:url(https://cdn.example.com/a.png)}</style><p>Hi",
    "<svg><title>Logo</title><path d=\"M0 0\"/></svg>Hi"
  ])("with %s", (body) => {
    expect(rate(html(body))[0]).toBe("ok")
  })

  it.each(["unknown", "Quoted Printable", "7BIT (plain)"])("with the encoding %s", (encoding) => {
    expect(rate(mail(`Content-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}`, "See you on Monday."))[0])
      .toBe("ok")
  })

  it("as an archive whose page has a name", () => {
    const page = "--b\r\nContent-Type: text/html; name=\"report.htm\"\r\n\r\n<table><tr><td>1</table>\r\n--b--\r\n"
    const fields =
      "From: <Saved by a report server>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b"
    expect(rate(Buffer.from(`${fields}\r\n\r\n${page}`))[0]).toBe("ok")
  })

  it("with boundaries that start alike", () => {
    const inner = `--b_alt\r\n${textPart}\r\n--b_alt--`
    const body = `--b\r\nContent-Type: multipart/alternative; boundary="b_alt"\r\n\r\n${inner}\r\n--b--\r\n`
    expect(rate(mail("Content-Type: multipart/mixed; boundary=\"b\"", body))[0]).toBe("ok")
  })
})
