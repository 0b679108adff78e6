/** A published case that Gatehouse does not follow. `docs/reference/url-canonicalization.md` explains each case. */
export interface Disagreement {
  /** Name of the vector file. */
  readonly file: string
  readonly input: string
  readonly published: unknown
  readonly ours: unknown
  /** Whether the case is only in the larger set, which may be absent. */
  readonly isLarger?: boolean
}

/** All disagreements, sorted by file and case. */
export const disagreements: ReadonlyArray<Disagreement> = [
  {
    file: "canonicalize.go-webrisk",
    input: "http://[::192.9.5.5]/ipng",
    published: "[::192.9.5.5]",
    ours: "[::c009:505]"
  },
  {
    file: "canonicalize.go-safebrowsing",
    input: "http://some%1bhost.com/%1b",
    published: "some%1bhost.com/%1b",
    ours: "some%1Bhost.com/%1B"
  },
  {
    file: "canonicalize.go-safebrowsing",
    input: "http://[::192.9.5.5]/ipng",
    published: "[::192.9.5.5]",
    ours: "[::c009:505]"
  },
  {
    file: "canonicalize.more",
    input: "http://www.gotaport.com:1234/",
    published: "www.gotaport.com:1234/",
    ours: "www.gotaport.com/"
  },
  {
    file: "canonicalize.more",
    input: "http://www.google.com/qwe/rty/blah/../..",
    published: "www.google.com/qwe",
    ours: "www.google.com/qwe/"
  },
  { file: "canonicalize.more", input: "//example.com/", published: null, ours: "example.com/" },
  { file: "canonicalize.more", input: "http:///x", published: null, ours: "x/" },
  {
    file: "canonicalize.more",
    input: "http:///blah;param?query#ref",
    published: null,
    ours: "blah;param/?query"
  },
  { file: "ip-hosts", input: "276.2.3", published: "20.2.0.3", ours: null },
  { file: "ip-hosts", input: "10.192.95.89 xy", published: "10.192.95.89", ours: null },
  {
    file: "expressions",
    input: "http://[::192.9.5.5]/ipng",
    published: { hosts: ["[::192.9.5.5]"] },
    ours: { hosts: ["[::c009:505]"] }
  }
]
