import { domainEntry, plainLines, type Said, saysNothing, urlEntry } from "./Format.ts"
import { isHostName } from "./Names.ts"

/** Options that leave a rule one for all visits of a page; any other makes it a rule for some requests only. */
const wholePage = /^(?:all|doc|document|popup|important|first-party|1p|~third-party)$/

/** `||host^`, with options. */
const hostRule = /^\|\|([^/^$|*]+)\^?\|?(?:\$(.*))?$/
/** `||host/path^` or `|https://host/path|`: a page. */
const pageRule = /^\|{1,2}((?:https?:\/\/)?[^/^$|*]+\/[^^$|*]*)\^?\|?(?:\$(.*))?$/i

/** What hides parts of pages, runs in them, or belongs to the list itself. */
const noBlocking = /^(?:@@|\[|\/)|#[@?$%]?#|^\|{0,2}(?:https?:\/\/)?[^|]*[*^]|\$(?:removeparam|csp|redirect)/

/** A rule of an ad blocker (adblockplus.org, "How to write filters"). Null for what is none. */
export const readAdblockLine = (line: string): Said => {
  const [host, page] = [hostRule.exec(line), pageRule.exec(line)]
  if (host !== null) {
    if (!isForWholePage(host[2])) return saysNothing
    return isHostName(host[1]!) ? [domainEntry(host[1]!)] : null
  }
  if (page !== null) return isForWholePage(page[2]) ? [urlEntry(withScheme(page[1]!))] : saysNothing
  return noBlocking.test(line) ? saysNothing : null
}

const isForWholePage = (options: string | undefined): boolean =>
  options === undefined || options.split(",").every((option) => wholePage.test(option.trim()))

const withScheme = (text: string): string => /^https?:/i.test(text) ? text : `http://${text}`

/** Some such lists hold bare domains as well. */
export const adblock = plainLines("adblock", "adblock rules (||example.com^)", (line) => {
  const said = readAdblockLine(line)
  return said === null && isHostName(line) ? [domainEntry(line)] : said
})
