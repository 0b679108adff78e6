import { type Finding, finding, reasonsOf, scoreOf } from "../../core/documents/Finding.ts"
import type { DocumentScan } from "../../core/documents/ScanDocument.ts"
import { documentRatings } from "../../core/rating/DocumentRating.ts"
import type { Random } from "./Random.ts"
import { companyHosts, documentNames, hostileHosts } from "./Words.ts"

const endings = [["pdf", 60], ["docx", 18], ["xlsx", 12], ["xlsm", 3], ["pptx", 3], ["doc", 2], ["rtf", 2]] as const

/** Most documents hold nothing; some trifles; a few what should not be opened. */
const contents = [["clean", 70], ["trifles", 17], ["odd", 8], ["hostile", 5]] as const

/** A document that somebody sent in, and what was found in it. */
export const madeScan = (random: Random, at: number): DocumentScan => {
  const ending = random.weighted(endings)
  const host = random.one(hostileHosts)
  const isPdf = ending === "pdf"
  const findings = findingsOf(random, random.weighted(contents), isPdf, host)
  const score = scoreOf(findings)
  const links = random.chance(0.6) ? random.integer(1, 12) : 0
  const domains = links === 0 ? [] : random.some(companyHosts, Math.min(4, links))
  const isHostile = findings.some(({ code }) => code === "MALICIOUS_URL")
  return {
    score,
    rating: documentRatings.nameOf(score),
    reasons: reasonsOf(findings),
    findings: findings.toSorted((a, b) => b.penalty - a.penalty),
    summary: {
      linksFound: links + (isHostile ? 1 : 0),
      uniqueDomains: (isHostile ? [...domains, host] : domains).toSorted(),
      hasEmbeddedFiles: findings.some(({ code }) => code.startsWith("EMBEDDED")),
      hasMacros: findings.some(({ code }) => code.startsWith("MACRO"))
    },
    sha256: [...random.bytes(32)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    bytes: random.integer(12_000, 4_000_000),
    fileName: `${random.one(documentNames)} ${random.integer(1, 9_999)}.${ending}`,
    scannedAt: new Date(at)
  }
}

const findingsOf = (
  random: Random,
  content: typeof contents[number][0],
  isPdf: boolean,
  host: string
): ReadonlyArray<Finding> => {
  const object = () => `object ${random.integer(3, 400)}`
  const trifles = isPdf
    ? [
      finding("JAVASCRIPT", 5, "A script formats a field of the form", object()),
      finding("FORM_SUBMIT", 10, `A form is sent to https://${random.one(companyHosts)}/form on a click`, object()),
      finding("QR_LINK", 8, `A QR code leads to https://${random.one(companyHosts)}/`, `page ${random.integer(1, 5)}`)
    ]
    : [
      finding("CREDENTIAL_LEAK_PATH", 10, "A link leads to \\\\fileserver\\share", "word/_rels/document.xml.rels"),
      finding(
        "REMOTE_CONTENT",
        8,
        `A picture is loaded from ${random.one(companyHosts)}`,
        "word/_rels/document.xml.rels"
      )
    ]
  switch (content) {
    case "clean":
      return []
    case "trifles":
      return random.some(trifles, 2)
    case "odd":
      return isPdf
        ? [finding("LAUNCH_ACTION", 20, "A click opens the file notes.bat beside it", object()), random.one(trifles)]
        : [finding("ENCRYPTED", 20, "A password is needed to open it", "EncryptionInfo")]
    case "hostile":
      return isPdf
        ? [
          finding("LAUNCH_ACTION", 70, "cmd.exe is started by itself", object()),
          finding("MALICIOUS_URL", 80, `A link is listed by blocklist: https://${host}/verify`, `${host}/verify`),
          finding("SOCIAL_LURE", 18, "The text urges to enable content", "page 1"),
          finding("JAVASCRIPT", 60, "A script calls out to another host", object())
        ].slice(0, random.integer(2, 4))
        : [
          finding("MACRO_PRESENT", 18, "It holds macros", "word/vbaProject.bin"),
          finding("MACRO_AUTORUN", 25, "AutoOpen runs when it is opened", "ThisDocument"),
          finding("MACRO_SUSPICIOUS", 60, "A macro starts powershell with a hidden window", "Module1"),
          finding(
            "REMOTE_TEMPLATE",
            55,
            `A template is loaded from https://${host}/t.dotm`,
            "word/_rels/settings.xml.rels"
          )
        ].slice(0, random.integer(2, 4))
  }
}
