import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"

export const wide = (text: string): Uint8Array => Buffer.from(text, "utf16le")
const messageClass = { classIds: { "": "00020D0B-0000-0000-C000-000000000046" } }

/** Returns the streams of a message, below a storage if `prefix` names one. */
export const messageStreams = (texts: Readonly<Record<string, string>>, prefix = ""): Streams => ({
  [`${prefix}__properties_version1.0`]: "\0".repeat(32),
  [`${prefix}__nameid_version1.0/__substg1.0_00020102`]: "x",
  ...Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [`${prefix}__substg1.0_${id}001F`, wide(text)])
  )
})

/** Returns the streams of the attachment with the number `at`. */
export const attachment = (at: number, name: string, bytes: Uint8Array | string, prefix = ""): Streams => {
  const storage = `${prefix}__attach_version1.0_#${String(at).padStart(8, "0")}`
  return {
    [`${storage}/__properties_version1.0`]: "\0".repeat(8),
    [`${storage}/__substg1.0_3707001F`]: wide(name),
    [`${storage}/__substg1.0_37010102`]: bytes
  }
}

/** Builds an Outlook message. */
export const makeMessage = (streams: Streams): Uint8Array => makeCompoundFile(streams, messageClass)

/** Builds an RTF stream without compression (MS-OXRTFCP 2.1.3.1.1). */
export const uncompressedRtf = (rtf: string): Uint8Array => {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(rtf.length + 12, 0)
  head.writeUInt32LE(rtf.length, 4)
  head.write("MELA", 8)
  return Buffer.concat([head, Buffer.from(rtf, "latin1")])
}
