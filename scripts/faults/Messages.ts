/** Request to a test process. */
export interface RunRequest {
  /** Test files, relative to the root of the repository copy. */
  readonly files: ReadonlyArray<string>
  /** Files whose text has changed since the previous run, relative to the root. */
  readonly changed: ReadonlyArray<string>
  /** Whether to rebuild the widget that browsers load. */
  readonly build: boolean
  /** Whether to end the run at the first failed test. */
  readonly bail: boolean
}

/** Result of a test file. */
export interface FileResult {
  readonly file: string
  readonly passed: boolean
  readonly seconds: number
}

/** First test that failed. */
export interface FailedTest {
  readonly file: string
  /** Empty if the file failed outside of a test. */
  readonly test: string
  readonly message: string
}

export interface RunReply {
  readonly files: ReadonlyArray<FileResult>
  readonly failure: FailedTest | null
}
