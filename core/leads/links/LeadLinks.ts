import { Result } from "effect"
import { trimEnd } from "../../kernel/TrimEnd.ts"
import { isIpHost } from "../../urls/HostName.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { parseWebUrl, type WebUrl } from "../../urls/WebUrl.ts"
import type { LeadFields, LinkField } from "../signals/Lead.ts"
import { bareAddressesIn } from "./BareAddresses.ts"
import { mayBeDisguised, restoreAddresses } from "./DisguisedAddresses.ts"
import { findLeadingHostName, leadingHostCandidates, linkAuthorityOf } from "./HostNames.ts"
import { linkCharsMax, type LinkRun, linkRunsIn } from "./LinkRuns.ts"
import { otherReadings } from "./OtherReadings.ts"
import { profileNetworkOf } from "./ProfileNetwork.ts"

export const linksFoundMax = 200
/** Maximum number of texts per lead that are parsed as links. */
export const candidatesMax = 1_000
/** Maximum characters per field that are searched for links. */
export const linkTextCharsMax = 100_000

export interface LeadLink {
  readonly url: WebUrl
  /** Field of the first plain occurrence, or of the first occurrence if none is plain. */
  readonly field: LinkField
  /**
   * Whether the text is certainly a link. Other links are only looked up, except that a website is also compared with
   * the email address.
   */
  readonly isPlain: boolean
  /** Whether the link is plain and has a scheme, `www.` or a path. */
  readonly isWritten: boolean
}

export interface LeadLinks {
  /** Unique links in the order of the fields: name, company, website, message. */
  readonly links: ReadonlyArray<LeadLink>
  /**
   * Number of different plain links in the message, including those that also occur in other fields. One profile page
   * per social network is not counted.
   */
  readonly inMessage: number
  /** Whether a limit was reached, so there may be more links. */
  readonly isCutOff: boolean
  /**
   * Plain links that a field contains only in disguise. A link counts even if another field contains it without a
   * disguise, so that an additional field never lowers the risk.
   */
  readonly disguised: ReadonlyArray<LeadLink>
  /** Hosts of links with a scheme from which no host name could be read. */
  readonly unreadable: ReadonlyArray<string>
}

/** Finds every web address in a lead's fields, including disguised and encoded ones. */
export const findLinks = (fields: LeadFields, suffixes: PublicSuffixes["Service"]): LeadLinks => {
  const search = new LinkSearch(suffixes)
  // The message comes last, so that its links cannot use up the limit for the other fields.
  for (const field of ["name", "company", "website", "message"] as const) search.searchField(fields[field], field)
  return {
    links: [...search.links.values()],
    inMessage: search.inMessage.size,
    isCutOff: search.isFull || search.isShortened,
    disguised: [...search.disguised.values()],
    unreadable: [...search.unreadable]
  }
}

/** One reading of a text, with the links found so far. */
interface Reading {
  readonly field: LinkField
  /** Whether the links of this reading are only looked up and produce no other signals. */
  readonly isGuessed: boolean
  readonly isUndisguised: boolean
  /** Canonical URLs of the links in this field, from this or an earlier reading. */
  readonly known: Set<string>
  /** Links with schemes that this reading has already examined. */
  readonly done: Set<string>
}

class LinkSearch {
  readonly links = new Map<string, LeadLink>()
  /** Disguised links by canonical URL. */
  readonly disguised = new Map<string, LeadLink>()
  readonly unreadable = new Set<string>()
  /** Canonical URLs of the counted links in the message. */
  readonly inMessage = new Set<string>()
  /** Whether a limit was reached, so that no more links are added. */
  isFull = false
  /** Whether a field was too long to be searched to the end. */
  isShortened = false
  private readonly suffixes: PublicSuffixes["Service"]
  /** Parsed addresses by text; null for text that is not an address. */
  private readonly seen = new Map<string, { readonly url: WebUrl; readonly isRegistrable: boolean } | null>()
  private readonly endings = new Map<string, boolean>()
  /** First profile page of each social network. It does not count as a link, but further profile pages do. */
  private readonly profiles = new Map<string, string>()

  constructor(suffixes: PublicSuffixes["Service"]) {
    this.suffixes = suffixes
  }

  searchField(whole: string, field: LinkField): void {
    if (whole === "") return
    this.searchText(whole.slice(0, linkTextCharsMax), field)
    this.isShortened ||= whole.length > linkTextCharsMax
  }

  private searchText(text: string, field: LinkField): void {
    const plain: Reading = { field, isGuessed: false, isUndisguised: false, known: new Set(), done: new Set() }
    this.searchReading(text, plain)
    this.searchUndisguised(text, { ...plain, isUndisguised: true, done: new Set() })
    const guessed: Reading = { ...plain, isGuessed: true, done: new Set() }
    for (const other of otherReadings(text)) {
      this.searchReading(other, guessed)
      this.searchUndisguised(other, guessed)
    }
  }

  private searchUndisguised(text: string, reading: Reading): void {
    const readable = mayBeDisguised(text) ? restoreAddresses(text) : text
    if (readable !== text) this.searchReading(readable, reading)
  }

  /** Reports whether a label is a top-level domain. Results are cached, because texts repeat endings. */
  private readonly isEnding = (ending: string): boolean => {
    let isKnown = this.endings.get(ending)
    if (isKnown === undefined) this.endings.set(ending, isKnown = isKnownEnding(ending, this.suffixes))
    return isKnown
  }

  /** Reports whether a host is registrable. Returns false for `com.cn` and `co.uk`, which texts may mention. */
  private isRegistrable({ readings }: WebUrl): boolean {
    return this.suffixes.registrableDomain(readings[0].host) !== null
  }

  /** Reports whether a host is public. Returns false for `your-site`, `intranet`, and names with trailing text. */
  private hasPublicName({ readings: [{ host }] }: WebUrl): boolean {
    return isIpHost(host) || this.suffixes.hasKnownTopLevel(host)
  }

  private searchReading(text: string, reading: Reading): void {
    let from = 0
    for (const run of linkRunsIn(text)) {
      if (this.isFull) return
      this.searchBareAddresses(text.slice(from, run.index), reading)
      this.addRun(run, reading)
      from = run.end
    }
    this.searchBareAddresses(from === 0 ? text : text.slice(from), reading)
  }

  private addRun({ isNested, links, whole }: LinkRun, reading: Reading): void {
    if (whole !== null) this.add(trimPunctuation(whole), reading, isNested, true)
    for (const text of links) {
      // Skips repeated links, because a text may repeat a link thousands of times.
      const key = isNested ? `${text} inner` : text
      if (this.isFull || reading.done.has(key)) continue
      reading.done.add(key)
      this.addLink(text, reading, !isNested)
    }
  }

  private addLink(text: string, reading: Reading, isPlain: boolean): void {
    const address = trimPunctuation(text)
    const url = this.read(address, true)
    if (url !== null && this.hasPublicName(url)) {
      const host = glued.exec(address)?.[0]
      if (host !== undefined) this.add(host, reading, isPlain, true)
      this.add(address, reading, isPlain, true)
      const ascii = /^[\x21-\x7e]*/.exec(address)?.[0]
      if (ascii !== undefined && ascii !== address && ascii.length > minimalUrlChars) {
        this.add(trimPunctuation(ascii), reading, false, true)
      }
    } else this.addLeadingHost(address, url, reading, isPlain)
    this.searchParts(address.slice(schemeChars), reading)
  }

  /** Finds the host of a link with trailing text: `https://example.com,and`, `https://example.com’s`. */
  private addLeadingHost(address: string, url: WebUrl | null, reading: Reading, isPlain: boolean): void {
    const authority = linkAuthorityOf(address)
    if (authority === "") return
    const names = leadingHostCandidates(authority).flatMap((host) =>
      findLeadingHostName(host, this.isEnding) ?? (isNumeric.test(host) ? host : [])
    )
    // If further labels follow the known name, the host is probably in a private network.
    const isOwn = url !== null && names.some((name) => authority.includes(`${name}.`)) && /^[\w.:-]+$/.test(authority)
    const read = names.map((name) => this.add(`http://${trimPunctuation(name)}`, reading, isPlain && !isOwn, true))
    const isRead = read.some((each) => each !== null && this.hasPublicName(each))
    if (url !== null) this.add(address, reading, isPlain && (isOwn || !isRead), true)
    else if (
      !isRead && !this.isTruncated(authority) && (isNameLike.test(authority) || address.length >= linkCharsMax)
    ) {
      this.unreadable.add(authority)
    }
  }

  /** Detects a truncated address such as `https://long-name.exam…`. It cannot be opened and is not a threat. */
  private isTruncated(authority: string): boolean {
    const name = nameBeforeSigns.exec(authority)?.[1]
    return name !== undefined && this.read(`http://${trimPunctuation(name)}`, true) !== null
  }

  private searchBareAddresses(text: string, reading: Reading): void {
    const { field } = reading
    const rules = {
      isEnding: this.isEnding,
      readsCase: field === "message" || field === "name"
    }
    for (const bare of bareAddressesIn(text, rules)) {
      if (this.isFull) return
      const address = trimPunctuation(bare.text)
      this.add(`http://${address}`, reading, bare.isPlain, /^www\.|[/:?#]/i.test(address))
      this.searchParts(address, reading)
    }
  }

  /** Finds names after an address without a space: `example.com/a,example.net`. */
  private searchParts(address: string, reading: Reading): void {
    if (!partSigns.test(address)) return
    for (const part of address.split(partSigns).slice(1)) {
      if (!part.includes(".")) continue
      for (const bare of bareAddressesIn(part, { isEnding: this.isEnding, readsCase: false })) {
        if (this.isFull) return
        const text = trimPunctuation(bare.text)
        this.add(`http://${text}`, reading, false, /[/:?#]/.test(text))
      }
    }
  }

  private add(address: string, reading: Reading, isClear: boolean, isWritten: boolean): WebUrl | null {
    const url = this.read(address, isWritten)
    if (url === null) return null
    const { field, isGuessed, isUndisguised, known } = reading
    const isPlain = isClear && !isGuessed
    if (isPlain && field === "message") this.count(url)
    const link = { url, field, isPlain, isWritten: isWritten && isPlain }
    if (isUndisguised && isPlain && !known.has(url.canonical)) this.disguised.set(url.canonical, link)
    known.add(url.canonical)
    const existing = this.links.get(url.canonical)
    if (existing === undefined || isPlain && !existing.isPlain) this.links.set(url.canonical, link)
    return url
  }

  private count(url: WebUrl): void {
    const network = profileNetworkOf(url)
    if (network !== null && !this.profiles.has(network)) this.profiles.set(network, url.canonical)
    if (network === null || this.profiles.get(network) !== url.canonical) this.inMessage.add(url.canonical)
  }

  private read(address: string, isWritten: boolean): WebUrl | null {
    let parsed = this.seen.get(address)
    if (parsed === undefined) {
      this.isFull ||= this.links.size >= linksFoundMax || this.seen.size >= candidatesMax
      if (this.isFull) return null
      const url = Result.getOrNull(parseWebUrl(address))
      parsed = url === null ? null : { url, isRegistrable: this.isRegistrable(url) }
      this.seen.set(address, parsed)
    }
    return parsed !== null && (isWritten || parsed.isRegistrable) ? parsed.url : null
  }
}

/** Length of `http://`. */
const schemeChars = 7
/** Length of `http://a.b`. */
const minimalUrlChars = 10

/** Matches a host name and the characters after it, which cannot end a name. Takes linear time. */
const nameBeforeSigns = /^([\p{L}\p{M}\p{N}._-]+)(?:[^\p{L}\p{M}\p{N}._-][^\p{L}\p{N}]*|[\p{M}._-])$/u

/** Matches an IPv4 or IPv6 address. */
const isNumeric = /^(?:\[[0-9a-f:.]+\]|[0-9.]+|0x[0-9a-fx.]+)$/i

/** Matches text that looks like a host name, unlike `%HOST%`, `...` or `localhost:PORT`. */
const isNameLike = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/** Matches a character that never occurs in names and rarely in paths. */
const partSigns = /[^\w\u00c0-\u06ff.~%@:/\\#-]/

const isKnownEnding = (ending: string, { hasKnownTopLevel }: PublicSuffixes["Service"]): boolean => {
  if (/^[a-z]{2,24}$/.test(ending)) return hasKnownTopLevel(`x.${ending}`)
  const isAbroad = ending.length <= 63 && /^xn--|[^\x00-\x7f]/.test(ending)
  const host = isAbroad ? URL.parse(`http://x.${ending}/`)?.hostname : undefined
  return host !== undefined && hasKnownTopLevel(host)
}

/** Matches a host that Chinese, Japanese, Korean or Thai text follows without a space. */
const glued = /^https?:\/\/[a-z0-9.-]{1,253}\.[a-z]{2,24}(?=[\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])/i

/** Removes punctuation at the end of an address. */
const trimPunctuation = (address: string): string => trimEnd(address, (sign) => ".,;:!?)*_~»”’。，、".includes(sign))
