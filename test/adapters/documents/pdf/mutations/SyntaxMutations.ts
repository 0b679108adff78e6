import { encryptFor, encryptionEntries, type Objects } from "../MakePdf.ts"
import { partsOf, type PdfPart, PdfWriter, textOf, tokensOf } from "./PdfParts.ts"

/** Rewrites a PDF without changing what it shows and runs. */
export type Mutation = (objects: Objects) => Uint8Array

/** Writes objects with changed values and a valid cross-reference table. */
const withValues = (objects: Objects, change: (tokens: ReadonlyArray<string>, part: PdfPart) => string): Uint8Array =>
  withParts(objects, (part) => ({ ...part, value: change(tokensOf(part.value), part) }))

const withParts = (objects: Objects, change: (part: PdfPart) => PdfPart): Uint8Array => {
  const writer = new PdfWriter().all(partsOf(objects).map(change))
  writer.table()
  return writer.bytes
}

/** Writes all objects with the same texts around their values. */
const withFrame = (
  objects: Objects,
  frame: (number: number) => { readonly open?: string; readonly close?: string }
) => {
  const writer = new PdfWriter()
  for (const part of partsOf(objects)) writer.object(part.number, textOf(part), frame(part.number))
  writer.table()
  return writer.bytes
}

const isName = (token: string): boolean => token.startsWith("/")
const isString = (token: string): boolean => token.startsWith("(")

const eachToken = (objects: Objects, change: (token: string) => string, separator = " "): Uint8Array =>
  withValues(objects, (tokens) => tokens.map(change).join(separator))

const eachString = (objects: Objects, write: (bytes: Buffer) => string): Uint8Array =>
  eachToken(objects, (token) => isString(token) ? write(bytesOf(token)) : token)

/** Returns the bytes of a literal string whose only escapes are single characters. */
const bytesOf = (literal: string): Buffer => Buffer.from(literal.slice(1, -1).replaceAll(/\\(.)/g, "$1"), "latin1")

const hex = (byte: number): string => byte.toString(16).padStart(2, "0")
const escapeName = (name: string, isEscaped: (at: number) => boolean): string =>
  `/${Array.from(name.slice(1), (letter, at) => isEscaped(at) ? `#${hex(letter.charCodeAt(0))}` : letter).join("")}`

/** Joins tokens with the fewest blanks. */
const withoutBlanks = (tokens: ReadonlyArray<string>): string =>
  tokens.reduce((text, token) => {
    const needsBlank = /[^\s()<>[\]{}/%]$/.test(text) && /^[^\s()<>[\]{}/%]/.test(token)
    return `${text}${needsBlank ? " " : ""}${token}`
  }, "")

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

/** Mutations of the syntax of values and objects. */
export const syntaxMutations: Readonly<Record<string, Mutation>> = {
  "encryption with the empty password": (objects) => {
    const writer = new PdfWriter()
    for (const { number, stream, value } of partsOf(objects)) {
      const encrypt = (bytes: Buffer): Buffer => Buffer.from(encryptFor(number, bytes))
      const tokens = tokensOf(value).map((token) =>
        isString(token) ? `<${encrypt(bytesOf(token)).toString("hex")}>` : token
      )
      const encrypted = stream === null ? null : latin1(encrypt(Buffer.from(stream, "latin1")))
      writer.object(number, textOf({ number, value: tokens.join(" "), stream: encrypted }))
    }
    writer.table(`/Root 1 0 R${encryptionEntries()}`)
    return writer.bytes
  },
  "comments between all tokens": (objects) => eachToken(objects, (token) => token, " %>> endobj (\n"),
  "comments that end with a carriage return": (objects) => eachToken(objects, (token) => token, "%/JS<<\r"),
  "names in hex": (objects) => eachToken(objects, (token) => isName(token) ? escapeName(token, () => true) : token),
  "one letter of each name in hex": (objects) =>
    eachToken(objects, (token) => isName(token) ? escapeName(token, (at) => at === 1) : token),
  "names in upper-case hex": (objects) =>
    eachToken(
      objects,
      (token) => isName(token) ? escapeName(token, () => true).replaceAll(/#../g, (one) => one.toUpperCase()) : token
    ),
  "strings in octal": (objects) =>
    eachString(objects, (bytes) => `(${[...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")})`),
  "strings in octal with fewer digits": (objects) =>
    eachString(
      objects,
      (bytes) =>
        `(${
          [...bytes].map((byte) => byte < 64 ? `\\${byte.toString(8).padStart(3, "0")}` : `\\${byte.toString(8)}`).join(
            ""
          )
        })`
    ),
  "strings in hex": (objects) => eachString(objects, (bytes) => `<${[...bytes].map(hex).join("")}>`),
  "strings in hex with blanks": (objects) =>
    eachString(objects, (bytes) => `<\n${[...bytes].map(hex).join(" \t\r\n")} >`),
  "strings in hex with other characters": (objects) =>
    eachString(objects, (bytes) => `<${[...bytes].map((byte) => `${hex(byte)}zz`).join("")}>`),
  "strings in UTF-16": (objects) =>
    eachString(objects, (bytes) => `<feff${[...bytes].map((byte) => `00${hex(byte)}`).join("")}>`),
  "strings in UTF-16, low byte first": (objects) =>
    eachString(objects, (bytes) => `<fffe${[...bytes].map((byte) => `${hex(byte)}00`).join("")}>`),
  "strings in UTF-8": (objects) => eachString(objects, (bytes) => `<efbbbf${[...bytes].map(hex).join("")}>`),
  "strings with continued lines": (objects) =>
    eachString(
      objects,
      (bytes) => `(${[...latin1(bytes)].map((one) => `${/[()\\]/.test(one) ? "\\" : ""}${one}\\\r\n`).join("")})`
    ),
  "strings with unnecessary escapes": (objects) =>
    eachString(
      objects,
      (bytes) => `(${[...latin1(bytes)].map((one) => /[\dnrtbf]/.test(one) ? one : `\\${one}`).join("")})`
    ),
  "carriage returns as line ends": (objects) => {
    const writer = new PdfWriter("%PDF-1.7\r")
    for (const part of partsOf(objects)) {
      const value = tokensOf(part.value).join("\r")
      const stream = part.stream === null ? "" : `stream\r\n${part.stream}\rendstream`
      writer.object(part.number, value + stream, { open: `${part.number} 0 obj\r`, close: "\rendobj\r" })
    }
    const body = writer.text.length
    writer.table()
    writer.text = writer.text.slice(0, body) + writer.text.slice(body).replaceAll(" \n", " \r").replaceAll("\n", "\r")
    return writer.bytes
  },
  "no blanks": (objects) => withValues(objects, withoutBlanks),
  "no blanks around objects": (objects) => {
    const writer = new PdfWriter()
    for (const part of partsOf(objects)) {
      const text = textOf({ ...part, value: withoutBlanks(tokensOf(part.value)) })
      writer.object(part.number, text, { open: `${part.number} 0 obj`, close: "endobj " })
    }
    writer.table()
    return writer.bytes
  },
  "many blanks": (objects) => eachToken(objects, (token) => token, " \0\t\f\r\n ".repeat(40)),
  "repeated line feeds in object heads": (objects) =>
    withFrame(objects, (number) => ({ open: `${number}\n\n0\n\nobj\n` })),
  "zeros before object numbers": (objects) => withFrame(objects, (number) => ({ open: `000${number} 00000 obj\n` })),
  "comments in object heads": (objects) => withFrame(objects, (number) => ({ open: `${number} %7 0 obj\n0 %\nobj\n` })),
  "long comments in object heads": (objects) =>
    withFrame(objects, (number) => ({ open: `${number} %${"x".repeat(1_000)} 7 0 obj\n0 %\nobj\n` })),
  "no endobj": (objects) => withFrame(objects, () => ({ close: "\n" })),
  "another word in place of endobj": (objects) => withFrame(objects, () => ({ close: "\nendob\n" })),
  "zeros before reference numbers": (objects) =>
    withValues(objects, (tokens) => tokens.join(" ").replaceAll(/\b(\d+) 0 R\b/g, "00$1 000 R")),
  "a generation other than 0": (objects) => {
    const writer = new PdfWriter()
    const refer = (text: string): string => text.replaceAll(/\b(\d+) 0 R\b/g, "$1 3 R")
    for (const part of partsOf(objects)) {
      writer.object(part.number, refer(textOf(part)), { open: `${part.number} 3 obj\n`, generation: 3 })
    }
    writer.table("/Root 1 3 R")
    return writer.bytes
  },
  "large object numbers": (objects) => {
    const large = (number: number | string): number => Number(number) + 70_000
    const writer = new PdfWriter()
    for (const part of partsOf(objects)) {
      const text = textOf(part).replaceAll(/\b(\d+) 0 R\b/g, (_, number: string) => `${large(number)} 0 R`)
      writer.object(large(part.number), text)
    }
    writer.table(`/Root ${large(1)} 0 R`)
    return writer.bytes
  },
  "numbers with signs and points": (objects) =>
    withValues(objects, (tokens) =>
      tokens.map((token, at) => {
        const isReference = tokens[at + 1] === "R" || tokens[at + 2] === "R"
        return /^\d+$/.test(token) && !isReference ? `+${token}.0` : token
      }).join(" ")),
  "names and strings in objects": (objects) => {
    let next = 1_000
    const moved: Array<PdfPart> = []
    const changed = partsOf(objects).map((part) => {
      const tokens = tokensOf(part.value)
      let isKey = true
      const value = tokens.map((token, at) => {
        const before = tokens[at - 1] ?? ""
        isKey = before === "<<" || !isName(before) || !isKey
        const canMove = isString(token) || isName(token) && !isKey
        if (!canMove) return token
        isKey = false
        moved.push({ number: next, value: token, stream: null })
        return `${next++} 0 R`
      })
      return { ...part, value: value.join(" ") }
    })
    const writer = new PdfWriter().all([...changed, ...moved])
    writer.table()
    return writer.bytes
  },
  "dictionaries in objects": (objects) => {
    let next = 1_000
    const moved: Array<PdfPart> = []
    const changed = partsOf(objects).map((part) => {
      let value = tokensOf(part.value).join(" ")
      // Moves the innermost dictionaries until only the outermost one is left.
      for (let before = ""; before !== value;) {
        before = value
        value = value.replace(/(?<=[^<]\s)<< (?:(?!<<|>>)[\s\S])*>>/, (dictionary) => {
          moved.push({ number: next, value: dictionary, stream: null })
          return `${next++} 0 R`
        })
      }
      return { ...part, value }
    })
    const writer = new PdfWriter().all([...changed, ...moved])
    writer.table()
    return writer.bytes
  },
  "duplicate keys, the last of which counts": (objects) =>
    withValues(objects, (tokens, { number, stream }) =>
      number === 1 && stream === null
        ? tokens.join(" ").replace("<<", "<< /OpenAction null /AA null /Names null /AcroForm null")
        : tokens.join(" ")),
  "duplicate keys, the first of which counts": (objects) =>
    withValues(objects, (tokens, { number, stream }) =>
      number === 1 && stream === null
        ? tokens.join(" ").replace(/>>$/, "/OpenAction null /AA null /Names null /AcroForm null >>")
        : tokens.join(" ")),
  "unknown words in dictionaries": (objects) =>
    withValues(objects, (tokens) => tokens.join(" ").replaceAll("<< /", "<< foo /")),
  "a missing end of each dictionary": (objects) =>
    withParts(objects, (part) => part.stream === null ? { ...part, value: part.value.replace(/>>$/, "") } : part),
  "entries after the end of a dictionary": (objects) =>
    withParts(objects, (part) => part.stream === null ? { ...part, value: `${part.value} /X 1 >>` } : part)
}
