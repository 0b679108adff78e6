/** A request to a test process. */
export interface RunRequest {
  /** Test files, relative to the root of its copy. */
  readonly files: ReadonlyArray<string>
  /** Files whose text has changed since the previous run, relative to the root. */
  readonly changed: ReadonlyArray<string>
  /** Whether to rebuild the widget that browsers load. */
  readonly build: boolean
  /** Whether to end the run with the first test that fails. */
  readonly bail: boolean
}

/** The result of a test file. */
export interface FileEnd {
  readonly file: string
  readonly passed: boolean
  readonly seconds: number
}

/** The first test that failed. */
export interface Failure {
  readonly file: string
  /** Empty if the file failed outside of a test. */
  readonly test: string
  readonly message: string
}

export interface RunReply {
  readonly files: ReadonlyArray<FileEnd>
  readonly failure: Failure | null
}
