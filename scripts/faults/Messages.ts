/** What a test process is asked to do. */
export interface RunRequest {
  /** Test files, relative to the root of its copy. */
  readonly files: ReadonlyArray<string>
  /** Files whose text is another one than in the run before, relative to the root. */
  readonly changed: ReadonlyArray<string>
  /** Whether the widget that browsers load is built again. */
  readonly build: boolean
  /** Whether the run ends with the first test that fails. */
  readonly bail: boolean
}

/** How a test file ended. */
export interface FileEnd {
  readonly file: string
  readonly passed: boolean
  readonly seconds: number
}

/** The first test that failed. */
export interface Failure {
  readonly file: string
  /** Empty where the file itself failed, outside of a test. */
  readonly test: string
  readonly message: string
}

export interface RunReply {
  readonly files: ReadonlyArray<FileEnd>
  readonly failure: Failure | null
}
