/** A batch that the parent sends to a child. */
export interface Batch {
  readonly seeds: string | null
  readonly seed: number
  readonly from: number
  readonly to: number
  /** Folder for findings. */
  readonly folder: string
  readonly seedBytesMax: number
  readonly readMillisMax: number
  readonly cpuMillisMax: number
  readonly megabytesMax: number
}

export interface Finding {
  readonly run: number
  readonly kind: "fault" | "cpu" | "memory"
  readonly what: string
  readonly seedName: string
  readonly file: string
}

export interface Progress {
  readonly runs: number
  readonly unreadable: number
  readonly findings: ReadonlyArray<Finding>
  readonly worst: { readonly run: number; readonly cpuMillis: number }
  readonly mostMemory: { readonly run: number; readonly megabytes: number }
}
