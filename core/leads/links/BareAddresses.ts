import { findLeadingHostName, isHostCharacter, wordPattern } from "./HostNames.ts"

/** Web address in a text, without a scheme. */
export interface BareAddress {
  readonly text: string
  /**
   * Whether the text is certainly an address, for example because it has `www.`, a path, or an ending that is neither a
   * word nor a file extension.
   */
  readonly isPlain: boolean
}

export interface BareAddressRules {
  /** Reports whether a lower-case label of any script is a top-level domain. */
  readonly isEnding: (label: string) => boolean
  /** Whether a capital after a dot starts a sentence. False for texts that may be in all capitals. */
  readonly readsCase: boolean
}

/** Maximum characters of a path. */
const pathCharsMax = 2_048
/** Maximum characters of a host name (RFC 1035, section 2.3.4). */
const hostCharsMax = 253

/**
 * Yields names such as `example.com` in a text, with the path after each. Skips email addresses, `e.g.`, file names,
 * versions, and sentences without a space between them. Takes one pass in linear time.
 */
export function* bareAddressesIn(text: string, rules: BareAddressRules): Generator<BareAddress, void> {
  let from = 0
  for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", from)) {
    if (!isHostAt(text, dot - 1) || !isHostAt(text, dot + 1)) {
      from = dot + 1
      continue
    }
    const start = startOf(text, dot, from)
    const end = endOf(text, dot + 1)
    const mail = mailAt(text, start, end)
    const isRead = mail !== "name" && !disguisedScheme.test(text.slice(Math.max(0, start - 20), start))
    const pathEnd = isRead ? pathEndOf(text, end, mail === null ? pathSigns : mailPathSigns) : end
    from = pathEnd
    // The host of an email address counts only if a path follows, which email addresses do not have.
    if (!isRead || mail === "host" && pathEnd - end < 2) continue
    const [name, path] = [text.slice(start, end), text.slice(end, pathEnd)]
    const found = addressOf(name, path, rules)
    if (found !== null) {
      const isClosed = found.mayClose && closes.test(text.slice(pathEnd, pathEnd + 2)) && isClosing(found.text)
      yield { text: found.text, isPlain: mail === null && (found.isPlain || isClosed) }
    }
    const tail = asciiTail(name, rules)
    if (tail !== null) yield { text: tail + path, isPlain: false }
  }
}

/**
 * Reports whether a name is the local part (`name`) or the host of an email address. Returns `neither` if the name is
 * next to an `@` that does not form an address, as in `@example.com` and `example.com @ home`. Returns null if the name
 * is not next to an `@`.
 */
const mailAt = (text: string, start: number, end: number): "name" | "host" | "neither" | null => {
  const behind = /^(\s{0,2})[@＠](\S?)/.exec(text.slice(end, end + 4))
  if (behind !== null) return behind[1] === "" && behind[2] !== "" ? "name" : "neither"
  const before = text.slice(Math.max(0, start - 6), start)
  if (!/(?:[@＠]|[[(]at[\])])\s{0,2}$/i.test(before)) return null
  return /(?:^|[^\p{L}\p{M}\p{N}.!$%&'*+=?_~-])[@＠]$/u.test(before) ? "neither" : "host"
}

/**
 * Returns the ASCII part after letters of another script, as in `אתexample.com`. The letters may be a separate word.
 */
const asciiTail = (name: string, { isEnding }: BareAddressRules): string | null => {
  if (name.charCodeAt(name.length - 1) > 0x7f || !/[^\x00-\x7f]/.test(name)) return null
  const tail = /[^\x00-\x7f][-_]{0,9}([a-z0-9][a-z0-9._-]*)$/i.exec(name.slice(-hostCharsMax))?.[1] ?? ""
  const dot = tail.lastIndexOf(".")
  return dot > 0 && isEnding(tail.slice(dot + 1).toLowerCase()) ? tail : null
}

/**
 * Matches a disguised scheme before a name. Such an address is found after `restoreAddresses` has restored the text.
 */
const disguisedScheme = /h(?:tt|xx|\*\*)ps?\s{0,2}(?:\[:\]|:)\s{0,2}\/\s{0,2}\/\s{0,2}$/i

/** Matches the end of a line or sentence. A top-level domain before it cannot be the first word of a next sentence. */
const closes = /^(?:$|[\r\n,;!?)]|\.(?:\s|$))/

/** Reports whether a name at the end of a line or sentence is an address. Excludes file names and abbreviations. */
const isClosing = (name: string): boolean => {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase()
  return name.length - ending.length > 4 && !fileEndings.has(ending) && !abbreviations.has(ending)
}

const abbreviations: ReadonlySet<string> = new Set([
  "co",
  "dr",
  "gmbh",
  "inc",
  "ing",
  "llc",
  "ltd",
  "med",
  "srl",
  "vet"
])

const isHostAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && isHostCharacter(text.charCodeAt(at))

const startOf = (text: string, dot: number, from: number): number => {
  let start = dot
  while (start > from && isHostCharacter(text.charCodeAt(start - 1))) start--
  return start
}

const endOf = (text: string, at: number): number => {
  let end = at
  while (isHostAt(text, end) || (text[end] === "." && isHostAt(text, end + 1))) end++
  return end
}

const pathSigns = /[/?#][^\s<>"'`{}|^[\]\u3001-\u303f]*/y
const mailPathSigns = /[/?#][^\s<>"'`{}|^[\]@\u3001-\u303f]*/y
const portAndPath = /:\d{1,5}(?:[/?#][^\s<>"'`{}|^[\]\u3001-\u303f]*)?/y

const pathEndOf = (text: string, end: number, path: RegExp): number => {
  const signs = text[end] === ":" ? portAndPath : path
  signs.lastIndex = end
  return signs.test(text) ? Math.min(signs.lastIndex, end + pathCharsMax) : end
}

interface FoundAddress extends BareAddress {
  /** Whether the address is plain if it ends a sentence or line. */
  readonly mayClose: boolean
}

const addressOf = (name: string, path: string, rules: BareAddressRules): FoundAddress | null => {
  const whole = dashes.test(name) ? name.replace(/^[-_.]+/, "") : name
  // Without its leading signs, `-.COM` is only an ending and not a host name.
  if (!whole.includes(".")) return null
  const isWhole = whole.length <= hostCharsMax
  // A name that is too long is not a host name, but its last labels may form one.
  const host = isWhole ? whole : whole.split(".").slice(-labelsOfLong).join(".")
  if (host.length > hostCharsMax) return null
  const lower = host.toLowerCase()
  const labels = lower.split(".")
  const ending = lower.slice(lower.lastIndexOf(".") + 1)
  const second = labels.at(-2) ?? ""
  const hasPath = path.startsWith(":") || path.length > 1
  // Without a scheme or path, four numbers may be a version.
  if (isWhole && /^\d+$/.test(ending) && isIpv4(labels)) return hasPath ? plainAddress(host + path) : null
  if (!rules.isEnding(ending)) {
    return labels.length === 2 && wordPattern.test(ending)
      ? null
      : doubtfulAddress(findLeadingHostName(host, rules.isEnding))
  }
  if (labels[0] === "www" && labels.length > 2) return plainAddress(host + path)
  const isDoubtful = !isWhole || labels.length === 2 && isNumberOrAbbreviation(second) && !commonEndings.has(ending) ||
    rules.readsCase && beginsSentence(host, ending)
  if (isDoubtful) return doubtfulAddress(host + path)
  const isPlain = hasPath || isPlainName(labels, second, ending)
  return { text: host + path, isPlain, mayClose: true }
}

const plainAddress = (text: string): FoundAddress => ({ text, isPlain: true, mayClose: false })

/** Creates an address that may be two words, or an address and a word. It is only looked up. */
const doubtfulAddress = (text: string | null): FoundAddress | null =>
  text === null ? null : { text, isPlain: false, mayClose: false }

const dashes = /^[-_]/

/** Number of last labels that are read of a name that is too long. Threat lists contain no names with more labels. */
const labelsOfLong = 5

/** Detects numbers and common abbreviations before a dot, as in `Co.KG` and `St.Pölten`. */
const isNumberOrAbbreviation = (label: string): boolean => /^\d{1,3}$/.test(label) || shortened.has(label)

const shortened: ReadonlySet<string> = new Set(
  "bzw ca cie co corp dipl dr etc gmbh inc ing inkl jr ltd mr mrs ms nr prof sr st str tel vs".split(" ")
)

const isIpv4 = (labels: ReadonlyArray<string>): boolean =>
  labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256)

/** Top-level domains without another meaning. */
const commonEndings: ReadonlySet<string> = new Set(["com", "net", "org", "info"])

/**
 * Detects a sentence without a space before it, as in `Thanks.It`. The capital must follow a dot after a lower-case
 * letter. `EXAMPLE.DE` and `Example.Com` are not sentences.
 */
const beginsSentence = (host: string, ending: string): boolean => {
  const at = host.length - ending.length
  const [before, first] = [host.charAt(at - 2), host.charAt(at)]
  return first !== first.toLowerCase() && before === before.toLowerCase() && !commonEndings.has(ending)
}

/**
 * Reports whether a name is certainly an address. A short word before a word-like ending may be two words, unless the
 * name has more labels, a hyphen or a digit.
 */
const isPlainName = (labels: ReadonlyArray<string>, second: string, ending: string): boolean => {
  if (second.length === 1) return false
  if (labels.length > 2 || !/^[a-z]{2,30}$/.test(second)) return !fileEndings.has(ending)
  return !fileEndings.has(ending) && (!wordEndings.has(ending) || second.length >= longNameCharsMin)
}

/** Minimum length of a plain name before a word-like ending. Few words at the end of a sentence are this long. */
const longNameCharsMin = 12

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Top-level domains that are also words of major languages. In `thanks.it works`, a sentence starts without a space.
 * Source: IANA's root zone.
 */
const wordEndings = namesIn(`
  ad ai al am an as at be bg by ca co de do es et fr id ie il im in is it la li lo ma me mi mo mu my na ne ni no nu of om
  ml pub st cc
  or pa pe pm po re ru sa se si so st su ta tl to tu tv uk us va vi ya za
  able actor ad app art author auto baby bar best bet bible bid bike bio black blue book boo boutique box build business buy cab
  call car care cars case cash cat center chat cheap check church city claim cleaning click clothing cloud coach code
  coffee community company computer contact cool country credit data date day deal dental design direct do dog education
  email energy events exchange expert express fail fan farm fast fashion fish fit fitness florist food football forum
  foundation free fun fund furniture game games garden gift gold golf good group guide hair health help here holiday home
  horse hospital host hot house how insurance international investments job jobs joy kids kim land lawyer learning legal
  life like limited link live living loan love market marketing med media men mobile money movie music name network new
  news now one open organic page paris partners parts party pay pet phone photo photos pictures pink pizza place play plus
  press prime productions promo properties property protection pub read realty recipes red rent rentals repair report
  review reviews rich rip room run safe safety sale save school science search season secure security select services sex
  shoes shopping show singles skin sky smart social software solutions space spot star storage store studio study style
  support surf surgery systems talk tax taxi team technology tickets tips tires today top total tours town toys trade
  training travel trust tube university vacations versicherung vet video vision vote voyage watch weather wedding wiki win
  wine winners work works world wow you zone
  ing ltd inc llc gmbh dr srl
`)

/** Top-level domains that are also file extensions. */
const fileEndings = namesIn("cab cpa java md mm mov pl ps py rs sh zip")
