import { Effect, Layer, Result } from "effect"
import { isDarkColor, readLetterCodes } from "../../../adapters/documents/images/CellCodes.ts"
import { languageDetector, malayOrIndonesian, scriptLanguage } from "../../../adapters/language/LanguageEld.ts"
import { makeEmailLists } from "../../../adapters/lists/EmailListsEmbedded.ts"
import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as PopularDomainsEmbedded from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { spamClassifier } from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import { addressKeys } from "../../../adapters/traffic/VisitorTrafficMemory.ts"
import { parseRuleValue } from "../../../core/block-rules/BlockRuleValue.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { parseTestedValue } from "../../../core/block-rules/TestBlockRules.ts"
import { findDisguisedInPath } from "../../../core/brands/DisguisedInPath.ts"
import { findLookalike } from "../../../core/brands/FindLookalike.ts"
import { decodePunycode } from "../../../core/brands/letters/Punycode.ts"
import { findLookalikeInText } from "../../../core/brands/LookalikeInText.ts"
import { findModelOrder } from "../../../core/documents/hidden-text/FindModelOrders.ts"
import { decodeInvisible } from "../../../core/documents/hidden-text/InvisibleCharacters.ts"
import { findIdeas } from "../../../core/documents/judge/lures/FindIdeas.ts"
import { namesIn } from "../../../core/documents/judge/lures/LureHosts.ts"
import { soundOf, transliterate } from "../../../core/documents/judge/lures/Transliterate.ts"
import { parseEmailBatch } from "../../../core/emails/CheckEmails.ts"
import { maskSubject } from "../../../core/history/MaskSubject.ts"
import { parseDetails } from "../../../core/history/RequestDetails.ts"
import { parseRequestId } from "../../../core/history/RequestQuery.ts"
import { checkName } from "../../../core/kernel/CheckName.ts"
import { isIpAddress } from "../../../core/kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../../../core/kernel/networks/NetworkSet.ts"
import { sanitizeLine } from "../../../core/kernel/SanitizeLine.ts"
import { isKeyText } from "../../../core/keys/KeyText.ts"
import { analyzeLead } from "../../../core/leads/AnalyzeLead.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { correctDomain } from "../../../core/mail-addresses/DidYouMean.ts"
import { collectDomainFacts } from "../../../core/mail-addresses/DomainFacts.ts"
import { parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { EmailLists } from "../../../core/mail-addresses/EmailLists.ts"
import { keyboardDistance } from "../../../core/mail-addresses/KeyboardDistance.ts"
import { checkMemberName, parseMemberEmail } from "../../../core/members/Member.ts"
import { normalizePassword, passwordProblem } from "../../../core/members/passwords/PasswordPolicy.ts"
import { messageFeatures } from "../../../core/messages/features/MessageFeatures.ts"
import { LanguageDetector } from "../../../core/messages/LanguageDetector.ts"
import { deobfuscateText } from "../../../core/messages/normalize/DeobfuscateText.ts"
import { removeMarkup } from "../../../core/messages/normalize/Markup.ts"
import { normalizeText } from "../../../core/messages/normalize/NormalizeMessage.ts"
import { condenseMessage } from "../../../core/messages/normalize/SampleMessage.ts"
import { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"
import { containsAddress, replaceAddressInUrl, urlContainsAddress } from "../../../core/privacy/ContainsAddress.ts"
import { parseSearch } from "../../../core/requests/ParseSearch.ts"
import { canonicalHostnames } from "../../../core/sites/SiteHostnames.ts"
import { entryText } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistTarget } from "../../../core/threats/blocklist/BlocklistGuard.ts"
import { parseBlocklistSearch } from "../../../core/threats/blocklist/BlocklistSearch.ts"
import { downloadPorts, parseDownloadUrl } from "../../../core/threats/DownloadUrl.ts"
import { WebRisk } from "../../../core/threats/WebRisk.ts"
import { canonicalizeText } from "../../../core/urls/Canonicalize.ts"
import { domainExpressionsOf, expressionsOf, slashVariantsOf } from "../../../core/urls/Expressions.ts"
import { isPublicAddress, isSameAddress } from "../../../core/urls/PublicAddress.ts"
import { wrappedUrls } from "../../../core/urls/redirectors/WrappedUrl.ts"
import { parseWebUrl, urlCharsMax } from "../../../core/urls/WebUrl.ts"
import { parseWebhookUrl } from "../../../core/webhooks/WebhookUrl.ts"
import { type Reader, textReader } from "./Reader.ts"

const lists = makeEmailLists(publicSuffixes)
const names = { registrableDomain: publicSuffixes.registrableDomain, isPopular: () => false }
const address = "ann.lee@example.com"

const ports = Layer.mergeAll(
  PublicSuffixesTldts.layer,
  PopularDomainsEmbedded.layer,
  BlocklistMemory.layer,
  Layer.succeed(EmailLists, lists),
  Layer.succeed(LanguageDetector, languageDetector),
  Layer.succeed(SpamClassifier, spamClassifier),
  Layer.succeed(WebRisk, {
    check: () => Effect.succeed({ threat: null, observed: [], stale: [] }),
    status: Effect.succeed([])
  })
)
const noRules = compileBlockRules([])
const analyzed = (lead: Lead) => Effect.runSync(analyzeLead(lead, noRules).pipe(Effect.provide(ports)))

/** Runs every step on a URL before its lookup. */
const screened = (url: string): unknown => {
  const read = parseWebUrl(url)
  if (Result.isFailure(read)) return read
  const web = read.success
  return [
    [web, ...wrappedUrls(web)].map((
      one
    ) => [expressionsOf(one, publicSuffixes), domainExpressionsOf(one), slashVariantsOf(one, publicSuffixes)]),
    web.readings.map(({ host }) => findLookalike(host, names)),
    parseDownloadUrl(url, downloadPorts, null)
  ]
}

/** Limits the length of a URL, because longer URLs are refused. */
const urlPart = { charsMax: urlCharsMax - 100 }

/** Pumps for messages of leads. */
const messages = {
  pumps: [
    "\u{1d42f}\u{1d422} ",
    "v1agr@ ",
    "[url=",
    "<a href='",
    "&#118;",
    "=E2=80=8B",
    "p\u0430ypal.c",
    "https://a.example/?u=http://"
  ]
}

/** Readers of addresses, messages, names and search queries. */
export const textReaders: ReadonlyArray<Reader> = [
  textReader("invisible characters", decodeInvisible, {
    pumps: ["\u200b", "\u200b\u200c", "\u{e0141}", "\ufe0f\u200d"]
  }),
  textReader("QR code in letters", readLetterCodes, { pumps: ["\u2588\n", "\u2588\u2580 ", " \n"] }),
  textReader("color", isDarkColor, { pumps: ["#0", "rgb(0,", " "] }),
  textReader("lure: ideas and names", (text) => [findIdeas(text), namesIn(text)("acme-pumps.example")], {
    pumps: ["acme ", "pay ", "a.bc ", "ац"]
  }),
  textReader("lure: names in other letters", (text) => soundOf(transliterate(text)), { pumps: ["шщ", "aa", "ξ"] }),
  textReader("email address", parseEmailAddress, { pumps: ["a@b.c,", "\"a\" "] }),
  textReader("email address: local part", (text) => parseEmailAddress(`${text}@example.com`)),
  textReader("email address: domain", (text) => parseEmailAddress(`ann@${text}.com`)),
  textReader("email domain", (text) => collectDomainFacts(lists, publicSuffixes, text.slice(0, 253)), {
    pumps: ["gmial.", "a."]
  }),
  textReader("email: suggestions", (text) => correctDomain(text.slice(0, 253), () => false), { pumps: ["gmial.c"] }),
  textReader("email: distance", (text) => keyboardDistance(text.slice(0, 253), "hotmail.com")),
  textReader("email: local part in lists", (text) => lists.isRole(text.slice(0, 64))),
  textReader("batch of emails", (text) => parseEmailBatch(text.split(",", 1_000))),
  textReader("URL of a webhook", (text) => [parseWebhookUrl(text, false), parseWebhookUrl(`https://${text}/`, true)], {
    pumps: ["https://", "@", "."]
  }),
  textReader("URL", screened, { ...urlPart, pumps: ["http://http://"] }),
  textReader("URL: host", (text) => screened(`http://${text}.com/`), {
    ...urlPart,
    pumps: ["xn--", "paypal-", "0x7f.", "%2e"]
  }),
  textReader("URL: path", (text) => screened(`http://a.example/${text}`), {
    ...urlPart,
    pumps: ["../", "a/./", "%2e%2e/", "//", "%25%32%35"]
  }),
  textReader("URL: query", (text) => screened(`http://a.example/?u=${text}`), {
    ...urlPart,
    pumps: ["&u=http://b.example/?u=", "http%3a%2f%2fb.example%2f"]
  }),
  textReader("URL: user", (text) => screened(`http://${text}@a.example/`), { ...urlPart, pumps: ["a:b@"] }),
  textReader("URL: wrapped", (text) => screened(`https://www.google.com/url?q=${text}`), {
    ...urlPart,
    pumps: ["https://www.google.com/url?q="]
  }),
  textReader("URL: copy of a page", (text) => screened(`https://a.cdn.ampproject.org/c/s/${text}`), urlPart),
  textReader("URL: safe link", (text) => screened(`https://urldefense.com/v3/__${text}__;`), urlPart),
  textReader("path with a brand", findDisguisedInPath, { pumps: ["micros0ft", "p4ypal-"] }),
  textReader(
    "address of a host",
    (text) => [isPublicAddress(text), isSameAddress(text, text), isIpAddress(text), addressKeys(text)],
    { pumps: ["1.", "::", "0:"] }
  ),
  textReader("URL as lists read it", canonicalizeText, { ...urlPart, pumps: ["%25", "http://a@"] }),
  textReader("name that looks like a brand", findLookalikeInText, { pumps: ["paypa1 "] }),
  textReader("Punycode", (text) => decodePunycode(text.slice(0, 63))),
  textReader("blocklist entry: URL", (text) => parseBlocklistTarget("url", text, hostKnowledge, { force: false })),
  textReader(
    "blocklist entry: domain",
    (text) => parseBlocklistTarget("domain", `*.${text}`, hostKnowledge, { force: false })
  ),
  textReader(
    "blocklist entry: prefix",
    (text) => parseBlocklistTarget("prefix", `a.example/${text}`, hostKnowledge, { force: false })
  ),
  textReader("blocklist search", parseBlocklistSearch),
  ...(["email", "domain", "cidr", "country"] as const).map((kind) =>
    textReader(`block rule: ${kind}`, (text) => parseRuleValue(kind, text), {
      pumps: ["192.0.2.0/", "2001:db8::/"]
    })
  ),
  textReader("block rule: test", (text) => parseTestedValue(text, () => null)),
  textReader("networks", (text) => Result.try(() => makeNetworkSet(text.split(",", 1_000)))),
  textReader("host names of a site", (text) => canonicalHostnames(text.split(","))),
  textReader("API key", (text) => isKeyText("gh_live_", text), { pumps: ["gh_live_"] }),
  textReader("name of a key", checkName),
  textReader("member's name", checkMemberName),
  textReader("member's address", parseMemberEmail),
  textReader("plain line", sanitizeLine),
  textReader("password", (text) => passwordProblem(normalizePassword(text), { email: address, name: "Ann" })),
  textReader("lead: message", (message) => analyzed({ message }), messages),
  textReader("lead: name", (name) => analyzed({ name }), messages),
  textReader("lead: company", (company) => analyzed({ company })),
  textReader("lead: website", (website) => analyzed({ website }), messages),
  textReader("lead: email", (email) => analyzed({ email }), { pumps: ["Ann <ann@"] }),
  textReader("language", languageDetector.detect),
  textReader("language by script", (text) => scriptLanguage(text, text.length)),
  textReader("language: Malay", (text) => malayOrIndonesian(text.split(" "))),
  textReader("spam: judgment", (text) => spamClassifier.judge(text, null), messages),
  textReader("spam: features", messageFeatures, messages),
  textReader("spam: whole text", (text) => normalizeText(text), messages),
  textReader("orders to a language model", findModelOrder, {
    pumps: ["as if ", "ignore ", "ai ", "ignore all previous ", "以上指示", "ai请", "as ai you "]
  }),
  textReader("spam: markup", removeMarkup, { pumps: ["<a b='", "<style>", "&#1", "=3D", "[b]"] }),
  textReader("spam: disguised text", deobfuscateText, messages),
  textReader("spam: condensed text", condenseMessage),
  textReader("stored details of a request", (text) => parseDetails(text), { pumps: ["{\"facts\":", "["] }),
  textReader("text of a blocklist entry", (text) => entryText(text)),
  textReader("search: request", (text) => [parseSearch(text), parseRequestId(text)], { pumps: ["sha256:"] }),
  textReader("masked subject", maskSubject),
  textReader("text about a person", (text) => containsAddress(text, address), {
    pumps: [address, "ann.lee@example.co"]
  }),
  textReader(
    "URL about a person",
    (text) => [urlContainsAddress(text, address), replaceAddressInUrl(text, address, "x")],
    {
      ...urlPart,
      pumps: ["ann.lee%40example.com", "%2525", "%c3%a4"]
    }
  )
]
