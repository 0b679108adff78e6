/** A published case that is not followed. Each is explained in `docs/url-canonicalization.md`. */
export interface Disagreement {
  /** The vector file. */
  readonly file: string
  readonly input: string
  readonly published: unknown
  readonly ours: unknown
  /** The case stands in the larger set only, which need not be at hand. */
  readonly isLarger?: boolean
}

/** In the order of the files and their cases. */
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
