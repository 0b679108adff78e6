/** Maximum bytes of the headers of a part, and of the text before the first part. */
export const partHeaderBytesMax = 8 * 1024
/** Maximum characters of a boundary (RFC 2046, section 5.1.1). */
export const boundaryCharsMax = 70

/** The body is not a valid form. */
export class MalformedForm extends Error {
  override readonly name = "MalformedForm"
}

/** Headers of a part. */
export interface PartInfo {
  readonly name: string
  /** Null for a field. Empty if the file has no name, usually because the visitor chose no file. */
  readonly filename: string | null
  readonly type: string
}

export interface PartEvents {
  readonly onPart: (info: PartInfo) => void
  /** Called for each chunk of the current part. */
  readonly onData: (chunk: Uint8Array) => void
  readonly onPartEnd: () => void
}

/**
 * Returns the boundary of a `multipart/form-data` content type. Returns null for another type, and for an invalid
 * boundary.
 */
export const boundaryOf = (contentType: string): string | null => {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s";]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ""
  return boundary.length > 0 && boundary.length <= boundaryCharsMax ? boundary : null
}

/**
 * Parses `multipart/form-data` (RFC 7578) as it arrives. Keeps only bytes that may belong to a delimiter, to headers or
 * to the text before the first part. Takes time in proportion to the length of the body.
 */
export class MultipartParser {
  private readonly delimiter: Uint8Array
  private readonly events: PartEvents
  private state: "preamble" | "delimiter" | "headers" | "data" | "end" = "preamble"
  /** Bytes that the next chunk may complete. The initial line break makes the first delimiter like the others. */
  private rest: Uint8Array = new Uint8Array([13, 10])

  constructor(boundary: string, events: PartEvents) {
    this.delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.events = events
  }

  /** @throws MalformedForm if the form is invalid */
  write(chunk: Uint8Array): void {
    if (this.state === "end") return
    let bytes = this.rest.length === 0 ? chunk : concat(this.rest, chunk)
    for (;;) {
      const next = this.step(bytes)
      if (next === null) break
      bytes = bytes.subarray(next)
    }
  }

  /** @throws MalformedForm if the form is incomplete */
  end(): void {
    if (this.state !== "end") throw new MalformedForm("The form is incomplete.")
  }

  /** Parses the start of the bytes. Returns the number of parsed bytes, or null if more are required. */
  private step(bytes: Uint8Array): number | null {
    switch (this.state) {
      case "preamble":
      case "data":
        return this.untilDelimiter(bytes)
      case "delimiter":
        return this.afterDelimiter(bytes)
      case "headers":
        return this.headers(bytes)
      case "end":
        return this.wait(new Uint8Array())
    }
  }

  private wait(rest: Uint8Array): null {
    this.rest = rest
    return null
  }

  private untilDelimiter(bytes: Uint8Array): number | null {
    const isData = this.state === "data"
    const at = indexOf(bytes, this.delimiter)
    const end = at < 0 ? Math.max(0, bytes.length - this.delimiter.length + 1) : at
    if (isData && end > 0) this.events.onData(bytes.subarray(0, end))
    if (at < 0) {
      if (!isData && bytes.length > partHeaderBytesMax) throw new MalformedForm("The form does not start with a part.")
      // Keeps the text before the first part, so that its length is limited.
      return this.wait(isData ? bytes.slice(end) : bytes)
    }
    if (isData) this.events.onPartEnd()
    this.state = "delimiter"
    return at + this.delimiter.length
  }

  private afterDelimiter(bytes: Uint8Array): number | null {
    if (bytes.length >= 2 && bytes[0] === 45 && bytes[1] === 45) {
      this.state = "end"
      return bytes.length
    }
    const lineEnd = indexOf(bytes, lineBreak)
    // RFC 2046 allows spaces after a boundary.
    const line = bytes.subarray(0, lineEnd < 0 ? bytes.length : lineEnd)
    const isBlank = line.every((byte, at) =>
      byte === 32 || byte === 9 || lineEnd < 0 && (byte === 13 && at === line.length - 1 || byte === 45 && at === 0)
    )
    if (!isBlank || line.length > boundaryCharsMax) throw new MalformedForm("A boundary is invalid.")
    if (lineEnd < 0) return this.wait(bytes.slice())
    this.state = "headers"
    // The line break stays, because a part without headers has an empty line immediately after the boundary.
    return lineEnd
  }

  private headers(bytes: Uint8Array): number | null {
    const end = indexOf(bytes, headersEnd)
    if ((end < 0 ? bytes.length : end) > partHeaderBytesMax) {
      throw new MalformedForm(`The headers of a part exceed ${partHeaderBytesMax} bytes.`)
    }
    if (end < 0) return this.wait(bytes.slice())
    this.events.onPart(partInfoOf(new TextDecoder().decode(bytes.subarray(0, end))))
    this.state = "data"
    return end + headersEnd.length
  }
}

const lineBreak = new Uint8Array([13, 10])
const headersEnd = new Uint8Array([13, 10, 13, 10])

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(one.length + other.length)
  whole.set(one)
  whole.set(other, one.length)
  return whole
}

/** Returns the index of the first occurrence of the needle, which starts with a carriage return; or -1. */
const indexOf = (bytes: Uint8Array, needle: Uint8Array): number => {
  for (let at = bytes.indexOf(13); at >= 0 && at + needle.length <= bytes.length; at = bytes.indexOf(13, at + 1)) {
    let length = 1
    while (length < needle.length && bytes[at + length] === needle[length]) length++
    if (length === needle.length) return at
  }
  return -1
}

const partInfoOf = (text: string): PartInfo => {
  const headers = new Map(
    text.split("\r\n").map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  const disposition = headers.get("content-disposition") ?? ""
  const name = parameterOf(disposition, "name")
  if (!/^form-data\s*;/i.test(disposition) || name === null) throw new MalformedForm("A part has no name.")
  const filename = parameterOf(disposition, "filename")
  return { name, filename: filename === null ? null : baseName(filename), type: headers.get("content-type") ?? "" }
}

const parameterOf = (disposition: string, name: "name" | "filename"): string | null => {
  const [, quoted, plain] = parameterPatterns[name].exec(disposition) ?? []
  return quoted ?? plain ?? null
}

const parameterPatterns = {
  name: /;\s*name=(?:"([^"]*)"|([^\s";]+))/i,
  filename: /;\s*filename=(?:"([^"]*)"|([^\s";]+))/i
}

/** Returns a file name without folders, which some clients send, and without control characters. */
const baseName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? "").replaceAll(/\p{Cc}/gu, "")
