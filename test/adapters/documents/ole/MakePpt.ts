import { bytesOf, u16, u32, u8, wide } from "./MakeBytes.ts"
import type { Streams } from "./MakeCompoundFile.ts"

/** Builds a record with a value (MS-PPT 2.3.1). */
export const atom = (type: number, body: Uint8Array, instance = 0): Uint8Array =>
  bytesOf(u16(instance << 4, type), u32(body.length), body)

/** Builds a record that contains other records. */
export const container = (type: number, ...records: ReadonlyArray<Uint8Array>): Uint8Array => {
  const body = bytesOf(...records)
  return bytesOf(u16(15, type), u32(body.length), body)
}

export const hyperlink = (shown: string, url: string): Uint8Array =>
  container(0x0fd7, atom(0x0fd3, u32(1)), atom(0x0fba, wide(shown), 0), atom(0x0fba, wide(url), 1))

/** Builds an interactive record. Action 2 runs a program, and action 4 follows a link. */
export const interactive = (action: number, name: string): Uint8Array =>
  container(
    0x0ff2,
    atom(0x0ff3, bytesOf(u32(0, 0), u8(action, 0, 0, 0, 0, 0, 0, 0))),
    atom(0x0fba, wide(name), 2)
  )

export interface PptParts {
  readonly records: ReadonlyArray<Uint8Array>
  /** Record that a forward scan cannot reach, because the preceding record has a false size. */
  readonly hidden?: Uint8Array
  readonly headerToken?: number
}

/** Builds the streams of a presentation: a document, and an edit that lists the object offsets. */
export const makePpt = ({ hidden = new Uint8Array(0), headerToken = 0xe391c05f, records }: PptParts): Streams => {
  const document = container(0x03e8, ...records)
  const cover = hidden.length === 0 ? hidden : bytesOf(u16(0, 0x0bad), u32(0x7fffffff))
  const hiddenAt = document.length + cover.length
  const directoryAt = hiddenAt + hidden.length
  const directory = atom(0x1772, u32(1 + 2 * 2 ** 20, 0, hiddenAt))
  const edit = atom(0x0ff5, u32(0, 0, 0, directoryAt, 1, 3, 0))
  return {
    "PowerPoint Document": bytesOf(document, cover, hidden, directory, edit),
    "Current User": bytesOf(u16(0, 0x0ff6), u32(20), u32(20, headerToken, directoryAt + directory.length), u32(0, 0))
  }
}
