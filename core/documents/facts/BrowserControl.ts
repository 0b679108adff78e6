/** Class IDs of the controls that show a web page: the Microsoft Web Browser, versions 1 and 2 (shdocvw.dll). */
const browserControls: ReadonlySet<string> = new Set([
  "8856F961-340A-11D0-A96B-00C04FD705A2",
  "EAB22AC3-30C1-11CF-A7EB-0000C05BAE0B"
])

/** @param classId class ID in upper case, without braces */
export const isBrowserControl = (classId: string | null): boolean => classId !== null && browserControls.has(classId)

/** Maximum bytes of a control's data that are searched for an address. */
export const controlBytesMax = 64 * 1024

/**
 * Returns the first web address in the stored data of a control, as UTF-16 or ASCII; null if there is none. Programs store
 * the data in formats of their own.
 */
export const findControlAddress = (bytes: Uint8Array): string | null => {
  const data = bytes.subarray(0, controlBytesMax)
  const readings = [utf16.decode(data), utf16.decode(data.subarray(1)), latin1.decode(data)]
  for (const reading of readings) {
    const [address] = /https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]{3,2048}/i.exec(reading) ?? []
    if (address !== undefined) return address
  }
  return null
}

const utf16 = new TextDecoder("utf-16le")
const latin1 = new TextDecoder("latin1")
