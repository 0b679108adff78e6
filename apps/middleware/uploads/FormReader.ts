import type { FormBody } from "../../shield/index.ts"
import { FileBuffer } from "./FileBuffer.ts"
import { boundaryOf, MalformedForm, MultipartParser, type PartInfo } from "./MultipartParser.ts"
import type { UploadProblem } from "./Upload.ts"

/** Maximum number of fields. */
export const fieldsMax = 200

export interface UploadLimits {
  readonly fileBytesMax: number
  readonly filesMax: number
  readonly fieldsBytesMax: number
}

/** The upload is rejected before it is complete. */
export class UploadRefused extends Error {
  readonly problem: UploadProblem

  constructor(problem: UploadProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A file that may still be arriving. */
export interface ReceivedFile {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly buffer: FileBuffer
}

/**
 * Part that is being read. A file without a name is passed to `onFile` with its first byte, because a part without a
 * name and content means that the visitor chose no file.
 */
interface Part {
  readonly info: PartInfo
  readonly buffer: FileBuffer
  isAnnounced: boolean
}

/** Reads the fields and files of a form, within limits. */
export class FormReader {
  private readonly limits: UploadLimits
  private readonly onFile: (file: ReceivedFile) => void
  private readonly parser: MultipartParser
  private readonly fields = new Map<string, Array<string>>()
  private part: Part | null = null
  private filesCount = 0
  private fieldsCount = 0
  private fieldsBytes = 0

  /** Returns null if the content type is not that of a form with files. */
  static of(contentType: string, limits: UploadLimits, onFile: (file: ReceivedFile) => void): FormReader | null {
    const boundary = boundaryOf(contentType)
    return boundary === null ? null : new FormReader(boundary, limits, onFile)
  }

  private constructor(boundary: string, limits: UploadLimits, onFile: (file: ReceivedFile) => void) {
    this.limits = limits
    this.onFile = onFile
    this.parser = new MultipartParser(boundary, {
      onPart: (info) => this.begin(info),
      onData: (chunk) => this.add(chunk),
      onPartEnd: () => this.complete()
    })
  }

  /** @throws UploadRefused if the form is malformed or exceeds a limit */
  write(chunk: Uint8Array): void {
    this.orRefuse(() => this.parser.write(chunk))
  }

  /** Returns the fields. The value of a repeated field is a list. */
  end(): FormBody {
    this.orRefuse(() => this.parser.end())
    return Object.fromEntries([...this.fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]))
  }

  /** Ends the readers of a file that will not be complete. */
  close(): void {
    this.part?.buffer.fail(new Error("The upload ended early."))
  }

  private orRefuse(parse: () => void): void {
    try {
      parse()
    } catch (error) {
      throw error instanceof MalformedForm ? new UploadRefused("malformed") : error
    }
  }

  private begin(info: PartInfo): void {
    this.part = { info, buffer: new FileBuffer(), isAnnounced: false }
    if (info.filename === null) {
      this.fieldsBytes += info.name.length
      if (++this.fieldsCount > fieldsMax) throw new UploadRefused("too_large")
    } else if (info.filename !== "") this.announce(this.part)
  }

  private add(chunk: Uint8Array): void {
    const { part } = this
    if (part === null) return
    if (part.info.filename === null) {
      this.fieldsBytes += chunk.length
      if (this.fieldsBytes > this.limits.fieldsBytesMax) throw new UploadRefused("too_large")
    } else {
      if (!part.isAnnounced) this.announce(part)
      if (part.buffer.size + chunk.length > this.limits.fileBytesMax) throw new UploadRefused("too_large")
    }
    part.buffer.push(chunk)
  }

  private announce(part: Part): void {
    if (++this.filesCount > this.limits.filesMax) throw new UploadRefused("too_large")
    part.isAnnounced = true
    const { filename, name, type } = part.info
    this.onFile({ field: name, name: filename ?? "", type, buffer: part.buffer })
  }

  private complete(): void {
    if (this.part === null) return
    const { buffer, info } = this.part
    buffer.complete()
    this.part = null
    if (info.filename !== null) return
    const values = this.fields.get(info.name) ?? []
    values.push(new TextDecoder().decode(buffer.bytes()))
    this.fields.set(info.name, values)
  }
}
