import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { rc4 } from "../../../../adapters/documents/office-crypto/Ciphers.ts"

/** Ways to hide an action from a scanner. */
export const disguises = [
  "none",
  "names in hex",
  "object streams",
  "a later revision",
  "a catalog in the trailer",
  "a catalog in a cross-reference stream",
  "encrypted object streams"
] as const

export type Disguise = typeof disguises[number]

/** Objects by number, each as PDF text. Object 1 is the catalog. */
export type Objects = Readonly<Record<number, string>>

/** Builds a PDF from objects. Strings are written unchanged, except in an encrypted file. */
export const makePdf = (objects: Objects, disguise: Disguise): Uint8Array => {
  switch (disguise) {
    case "none":
      return Buffer.from(`%PDF-1.7\n${direct(objects)}${trailer()}`, "latin1")
    case "names in hex":
      return Buffer.from(`%PDF-1.7\n${direct(inHex(objects))}${trailer()}`, "latin1")
    case "object streams":
      return Buffer.from(`%PDF-1.7\n${contained(objects, null)}${trailer()}`, "latin1")
    case "a later revision": {
      const harmless = Object.fromEntries(Object.keys(objects).map((number) => [number, "<</Type/Catalog>>"]))
      return Buffer.from(`%PDF-1.7\n${direct(harmless)}${trailer()}${direct(objects)}${trailer()}`, "latin1")
    }
    case "a catalog in the trailer": {
      const { 1: catalog, ...others } = objects
      return Buffer.from(`%PDF-1.7\n${direct(others)}trailer<</Root ${catalog}>>\nstartxref\n0\n%%EOF\n`, "latin1")
    }
    case "a catalog in a cross-reference stream": {
      const { 1: catalog, ...others } = objects
      const table = `99 0 obj<</Type/XRef/Size 1/W[1 1 1]/Root ${catalog}/Length 3>>stream\n\0\0\0\nendstream\nendobj\n`
      return Buffer.from(`%PDF-1.7\n${direct(others)}${table}startxref\n0\n%%EOF\n`, "latin1")
    }
    case "encrypted object streams": {
      return Buffer.from(`%PDF-1.7\n${contained(objects, fileKey())}${trailer(encryptionEntries())}`, "latin1")
    }
  }
}

/** Returns the trailer entries of a file that is encrypted with RC4 and the empty user password. */
export const encryptionEntries = (): string => {
  const user = Buffer.concat([proofOf(fileKey()), Buffer.alloc(16)]).toString("hex")
  return `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${owner.toString("hex")}>/U<${user}>>>` +
    `/ID[<${id.toString("hex")}><>]`
}

/** Encrypts a string or stream of an object with RC4 and the empty user password. */
export const encryptFor = (number: number, bytes: Uint8Array): Uint8Array => rc4(objectKey(fileKey(), number), bytes)

const trailer = (more = ""): string => `trailer<</Root 1 0 R${more}>>\nstartxref\n0\n%%EOF\n`

const direct = (objects: Objects): string =>
  Object.entries(objects).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`).join("")

const inHex = (objects: Objects): Objects =>
  Object.fromEntries(
    Object.entries(objects).map(([number, text]) => [
      number,
      // The first alternative skips strings.
      text.replaceAll(/\((?:\\.|[^\\)])*\)|\/([A-Za-z]+)/g, (whole, name: string | undefined) =>
        name === undefined
          ? whole
          : `/${[...name].map((letter) => `#${letter.charCodeAt(0).toString(16)}`).join("")}`)
    ])
  )

const containerNumber = 90

const contained = (objects: Objects, key: Buffer | null): string => {
  const [numbers, texts] = [Object.keys(objects), Object.values(objects)]
  let offset = 0
  const head = numbers.map((number, at) => {
    const pair = `${number} ${offset} `
    offset += texts[at]!.length + 1
    return pair
  }).join("")
  const content = deflateSync(Buffer.from(head + texts.join(" "), "latin1"))
  const stored = Buffer.from(key === null ? content : rc4(objectKey(key, containerNumber), content)).toString("latin1")
  return `${containerNumber} 0 obj<</Type/ObjStm/N ${numbers.length}/First ${head.length}/Filter/FlateDecode/Length ` +
    `${stored.length}>>stream\n${stored}\nendstream\nendobj\n`
}

/** Password padding, which also stands for the empty password (ISO 32000-2, algorithms 1, 2 and 5). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")
const owner = Buffer.alloc(32, 7)
const id = Buffer.from("0123456789abcdef")

const md5 = (...parts: ReadonlyArray<Uint8Array>): Buffer => createHash("md5").update(Buffer.concat(parts)).digest()

const fileKey = (): Buffer => {
  let key = md5(padding, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id)
  for (let round = 0; round < 50; round++) key = md5(key)
  return key
}

const proofOf = (key: Buffer): Uint8Array => {
  let proof = rc4(key, md5(padding, id))
  for (let round = 1; round < 20; round++) proof = rc4(key.map((byte) => byte ^ round), proof)
  return proof
}

const objectKey = (key: Buffer, number: number): Buffer =>
  md5(key, Buffer.from([number & 255, number >>> 8 & 255, number >>> 16 & 255, 0, 0]))

/**
 * Builds a PDF with distinct scripts of about one megabyte each. Reading one script takes a considerable part of a
 * second.
 */
export const slowPdf = (scripts: number): Uint8Array =>
  makePdf(
    Object.fromEntries(
      Array.from({ length: scripts }, (_, at) => [
        at + 1,
        `<</S/JavaScript/JS(a${at}${"+[a][a]\\(a\\)".repeat(80_000)})>>`
      ])
    ),
    "none"
  )
