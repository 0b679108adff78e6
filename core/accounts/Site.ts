/** A site that Shield protects. The secret's text is shown once; only digests are stored, two while it is rotated. */
export interface Site {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** Public, stands in the page. */
  readonly siteKey: string
  /** Newest first, one or two. */
  readonly secretDigests: ReadonlyArray<string>
  /** Host names on which its tokens are valid, lower-case ASCII. */
  readonly hostnames: ReadonlyArray<string>
  readonly createdAt: Date
}

/** Live secrets at a time: the newest, and the one before it until the operator's servers have changed over. */
export const secretsLiveMax = 2
export const hostnamesMax = 50
