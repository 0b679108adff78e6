import { Result } from "effect"
import { trimEnd } from "../documents/TrimEnd.ts"
import type { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import { parseWebUrl, type WebUrl } from "../urls/WebUrl.ts"
import { bareAddressesIn } from "./BareAddresses.ts"
import { mayBeDisguised, undisguised } from "./DisguisedAddresses.ts"
import { addressEnds } from "./HostCharacters.ts"
import type { LeadFields, LinkField } from "./Lead.ts"

/** Links that are found in one lead; a lead with more is a list of links. */
export const linksFoundMax = 200
/** Places of one lead that are looked at as possible links. */
export const candidatesMax = 1_000
/** Characters of a field that are looked through for links. */
export const linkTextCharsMax = 100_000

export interface LeadLink {
  readonly url: WebUrl
  /** Where it stands first, and plainly if it does anywhere. */
  readonly field: LinkField
  /** Nobody would read it as anything else; the others are looked up, and nothing else is made of them. */
  readonly isPlain: boolean
  /** It has a scheme, or a path. */
  readonly isWritten: boolean
}

export interface LeadLinks {
  /** Each once: the name's, the company's, the website's, the message's. */
  readonly links: ReadonlyArray<LeadLink>
  /** Different plain links in the message, wherever else they stand. */
  readonly inMessage: number
  /** A limit was reached: there may be more. */
  readonly isCutOff: boolean
  /** Of these some are written so that programs do not see them. */
  readonly disguised: ReadonlyArray<LeadLink>
}

/** Every address of the web in the fields of a lead, as a person would read them. */
export const linksOf = (fields: LeadFields, suffixes: PublicSuffixes["Service"]): LeadLinks => {
  const search = new LinkSearch(suffixes)
  // The long one last: nobody hides a name behind a message full of links.
  for (const field of ["name", "company", "website", "message"] as const) search.look(fields[field], field)
  return {
    links: [...search.links.values()],
    inMessage: search.inMessage.size,
    isCutOff: search.isFull || search.isShortened,
    disguised: search.disguised
  }
}

/** `http:` is followed by two slashes, but browsers take one, more, and the other way round. */
const withScheme = new RegExp(String.raw`https?:[/\\]{1,9}(?:\[[0-9a-f:.]{2,45}\])?[^${addressEnds}]{0,2048}`, "gi")

class LinkSearch {
  readonly links = new Map<string, LeadLink>()
  readonly disguised: Array<LeadLink> = []
  /** In canonical form. */
  readonly inMessage = new Set<string>()
  /** Nothing more is taken. */
  isFull = false
  /** The end of a field was not looked at. */
  isShortened = false
  private readonly suffixes: PublicSuffixes["Service"]
  /** Null for what is no address. */
  private readonly seen = new Map<string, WebUrl | null>()
  private readonly endings = new Map<string, boolean>()

  constructor(suffixes: PublicSuffixes["Service"]) {
    this.suffixes = suffixes
  }

  look(whole: string, field: LinkField): void {
    if (whole === "") return
    this.lookThrough(whole.slice(0, linkTextCharsMax), field)
    this.isShortened ||= whole.length > linkTextCharsMax
  }

  private lookThrough(text: string, field: LinkField): void {
    this.lookIn(text, field)
    if (!mayBeDisguised(text)) return
    const readable = undisguised(text)
    if (readable !== text) this.disguised.push(...this.lookIn(readable, field).filter(({ isPlain }) => isPlain))
  }

  /** Of a name; remembered, for a text that is full of names has few endings. */
  private readonly isEnding = (ending: string): boolean => {
    let isKnown = this.endings.get(ending)
    if (isKnown === undefined) this.endings.set(ending, isKnown = isKnownEnding(ending, this.suffixes))
    return isKnown
  }

  /** `com.cn`, `co.uk`: what people write about, and nobody's. */
  private isRegistrable({ readings }: WebUrl): boolean {
    return this.suffixes.registrableDomain(readings[0].host) !== null
  }

  /** What is new among the links of a text. */
  private lookIn(text: string, field: LinkField): ReadonlyArray<LeadLink> {
    const found: Array<LeadLink> = []
    const add = (address: string, isPlain: boolean, isWritten: boolean): void => {
      const link = this.add(address, field, isPlain, isWritten)
      if (link !== null) found.push(link)
    }
    let from = 0
    for (const { 0: match, index } of text.matchAll(withScheme)) {
      if (this.isFull) return found
      this.lookBetween(text.slice(from, index), field, add)
      for (const address of readingsOf(match)) add(address, true, true)
      from = index + match.length
    }
    this.lookBetween(from === 0 ? text : text.slice(from), field, add)
    return found
  }

  private lookBetween(
    text: string,
    field: LinkField,
    add: (address: string, isPlain: boolean, isWritten: boolean) => void
  ): void {
    const rules = {
      isEnding: this.isEnding,
      readsCase: field === "message" || field === "name"
    }
    for (const bare of bareAddressesIn(text, rules)) {
      if (this.isFull) return
      const address = withoutSigns(bare.text)
      add(`http://${address}`, bare.isPlain, /^www\.|[/:?#]/i.test(address))
    }
  }

  private add(address: string, field: LinkField, isPlain: boolean, isWritten: boolean): LeadLink | null {
    const url = this.read(address, isWritten)
    if (url === null) return null
    if (isPlain && field === "message") this.inMessage.add(url.canonical)
    const standing = this.links.get(url.canonical)
    if (standing !== undefined && (standing.isPlain || !isPlain)) return null
    const link = { url, field, isPlain, isWritten }
    this.links.set(url.canonical, link)
    return standing === undefined ? link : null
  }

  private read(address: string, isWritten: boolean): WebUrl | null {
    const known = this.seen.get(address)
    if (known !== undefined) return known
    this.isFull ||= this.links.size >= linksFoundMax || this.seen.size >= candidatesMax
    if (this.isFull) return null
    const parsed = parseWebUrl(address)
    const url = Result.isSuccess(parsed) && (isWritten || this.isRegistrable(parsed.success)) ? parsed.success : null
    this.seen.set(address, url)
    return url
  }
}

const isKnownEnding = (ending: string, { hasKnownTopLevel }: PublicSuffixes["Service"]): boolean => {
  if (/^[a-z]{2,24}$/.test(ending)) return hasKnownTopLevel(`x.${ending}`)
  const isAbroad = ending.length <= 63 && /^xn--|[^\x00-\x7f]/.test(ending)
  const host = isAbroad ? URL.parse(`http://x.${ending}/`)?.hostname : undefined
  return host !== undefined && hasKnownTopLevel(host)
}

/** Behind a host that ends in a known way Chinese, Japanese, Korean and Thai go on without a blank. */
const glued = /^https?:\/\/[a-z0-9.-]{1,253}\.[a-z]{2,24}(?=[\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])/i

const readingsOf = (match: string): ReadonlyArray<string> => {
  const address = withoutSigns(match)
  const host = glued.exec(address)?.[0]
  return host === undefined ? [address] : [host, address]
}

/** What ends a sentence ends an address as well. */
const withoutSigns = (address: string): string => trimEnd(address, (sign) => ".,;:!?)*_~»”’。，、".includes(sign))
