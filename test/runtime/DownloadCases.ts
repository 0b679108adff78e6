import { makeNotPublicError } from "../../core/threats/DownloadUrl.ts"

const refused = (why: string) => `DownloadRefused: ${why}`
const failed = (why: string) => `DownloadFailed: ${why}`
const hidden = refused(makeNotPublicError().message)
const tooLarge = failed("The document exceeds the limit of 1000000 bytes.")
const broken = failed("The URL's server closed the connection")
export const tooSlow = failed("The download took longer than 0.7 seconds.")

/** URLs to fetch, each with the start of the expected outcome and the expected number of connections. */
export const cases: ReadonlyArray<readonly [url: string, outcome: string, connections: number]> = [
  ["http://public.test/doc.pdf", "a document | über.pdf | application/pdf | http://public.test/doc.pdf", 1],
  ["http://public.test/gzip", "zipped | gzip | null | http://public.test/gzip", 1],
  ["http://public.test/bomb", tooLarge, 1],
  ["http://public.test/chunked", "abcdef | chunked | null | http://public.test/chunked", 1],
  ["http://public.test/until-end", "abc | until-end | null | http://public.test/until-end", 1],
  ["http://public.test/large", tooLarge, 1],
  ["http://public.test/claims-much", tooLarge, 1],
  ["http://public.test/short", broken, 1],
  ["http://public.test/long", broken, 1],
  ["http://public.test/headers", broken, 1],
  ["http://public.test/interim", broken, 1],
  ["http://public.test/upgrade", broken, 1],
  ["http://public.test/garbage", broken, 1],
  ["http://public.test/404", failed("The URL's server returned status 404"), 1],
  ["http://public.test/silent", tooSlow, 1],
  ["http://public.test/drip", tooSlow, 1],
  ["http://public.test/to-doc", "a document | über.pdf | application/pdf | http://public.test/doc.pdf", 2],
  ["http://public.test/to-loopback", hidden, 1],
  ["http://public.test/to-inner", hidden, 1],
  ["http://public.test/to-file", refused("Only http and https"), 1],
  ["http://public.test/to-http", "a document | über.pdf | application/pdf | http://public.test/doc.pdf", 2],
  ["http://public.test/to-self", failed("The URL redirects more than 5 times"), 6],
  ["http://93.184.216.34/doc.pdf", "a document | über.pdf | application/pdf | http://93.184.216.34/doc.pdf", 1],
  ["https://public.test/doc.pdf", "a document | über.pdf | application/pdf | https://public.test/doc.pdf", 1],
  ["https://93.184.216.34/doc.pdf", "a document | über.pdf | application/pdf | https://93.184.216.34/doc.pdf", 1],
  ["https://public.test/to-http", refused("The URL redirects from https to http"), 1],
  [
    "https://other.test/doc.pdf",
    failed("The URL's server has no valid TLS certificate for its host."),
    1
  ],
  ["http://flip.test/to-doc", hidden, 1],
  ["http://inner.test/", hidden, 0],
  ["http://mixed.test/", hidden, 0],
  ["http://mapped.test/", hidden, 0],
  ["http://empty.test/", hidden, 0],
  ["http://nobody.test/", hidden, 0],
  ["http://127.0.0.1/", hidden, 0],
  ["http://2130706433/", hidden, 0],
  ["http://0x7f.1/", hidden, 0],
  ["http://①②⑦.⓪.⓪.①/", hidden, 0],
  ["http://127。0。0。1/", hidden, 0],
  ["http://[::1]/", hidden, 0],
  ["http://[::ffff:169.254.169.254]/", hidden, 0],
  ["http://[64:ff9b::a9fe:a9fe]/", hidden, 0],
  ["http://169.254.169.254/", hidden, 0],
  ["http://localhost/", hidden, 0],
  ["http://ｌｏｃａｌｈｏｓｔ/", hidden, 0],
  ["http://public.test:22/", refused("Documents can only be fetched from these ports"), 0],
  ["http://u:p@public.test/", refused("The URL contains a user name or password"), 0],
  ["ftp://public.test/", refused("Only http and https URLs can be fetched."), 0],
  ["http://1.1.1.1/", failed("The URL's server could not be reached"), 1]
]
