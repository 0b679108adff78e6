/**
 * Domains of services that give people aliases and forward the mail: not throwaway, for the alias lives as long as its owner
 * wants. Source: the services' own help pages.
 */
const relayDomains: ReadonlySet<string> = new Set(
  `8alias.com 8shield.net addy.io aleeas.com anonaddy.com anonaddy.me anonaddy.net dralias.com duck.com erine.email
  forwardemail.net improvmx.com mozmail.com passfwd.com passinbox.com passmail.com passmail.net privaterelay.appleid.com
  relay.firefox.com silomails.com simplelogin.co simplelogin.com simplelogin.fr simplelogin.io slmail.me slmails.com
  33mail.com`.split(/\s+/)
)

/** The domain, or one that it lies under: most services give each user a name below theirs. */
export const isRelay = (domain: string): boolean => {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    if (relayDomains.has(domain.slice(at))) return true
  }
  return false
}
