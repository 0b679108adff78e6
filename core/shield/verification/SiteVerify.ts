import { Clock, Effect } from "effect"
import { BlockRules } from "../../block-rules/BlockRules.ts"
import { compileBlockRules, type CompiledBlockRules } from "../../block-rules/CompiledBlockRules.ts"
import { Geo } from "../../kernel/networks/Geo.ts"
import { addressTextOf } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import { isKeyText } from "../../keys/KeyText.ts"
import { EmailLists } from "../../mail-addresses/EmailLists.ts"
import type { LanguageDetector } from "../../messages/LanguageDetector.ts"
import type { SpamClassifier } from "../../messages/SpamClassifier.ts"
import type { Site, SiteOptions } from "../../sites/Site.ts"
import { Sites } from "../../sites/Sites.ts"
import { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { type ShieldEvent, ShieldTraffic } from "../ShieldTraffic.ts"
import type { SingleUse } from "../SingleUse.ts"
import { testKindOf, testSecret, testSite } from "../TestSites.ts"
import type { Token } from "../tokens/Token.ts"
import { VisitorTraffic } from "../VisitorTraffic.ts"
import { checkFormToken } from "./CheckFormToken.ts"
import { decideEmail, decideVisitor, judgeFormText } from "./DecideContent.ts"
import { decideDegraded, type DegradedReason } from "./DegradedPolicy.ts"
import type { RejectionReason, SiteVerification, SubmittedForm, VerificationRequest } from "./SiteVerification.ts"

export type VerificationPorts =
  | Sites
  | Secrets
  | Seals
  | SingleUse
  | BlockRules
  | EmailLists
  | PublicSuffixes
  | Geo
  | SpamClassifier
  | LanguageDetector
  | VisitorTraffic
  | ShieldTraffic

/** Verifies a form for the site with the given secret. See `verifyFor`. */
export const siteVerify = (
  question: VerificationRequest
): Effect.Effect<SiteVerification, never, VerificationPorts> =>
  Effect.flatMap(findSiteBySecret(question.secret), (site) => verifyFor(site, question))

/**
 * Verifies a form of a site. Never fails: errors become rejections, and for unavailable services, the site's degraded
 * policy applies. If the store of used tokens is unavailable, all other checks still run.
 *
 * @param site null if the secret is unknown
 */
export const verifyFor: (
  site: Site | null,
  question: SubmittedForm
) => Effect.Effect<SiteVerification, never, Exclude<VerificationPorts, Sites | Secrets>> = Effect.fnUntraced(
  function*(site: Site | null, question: SubmittedForm) {
    const nowMillis = yield* Clock.currentTimeMillis
    // A form with a filled honeypot is always rejected (decision 26). The site is needed only to count the rejection.
    if (question.honeypot !== undefined && question.honeypot !== "") return yield* reject("honeypot", site, nowMillis)
    if (site === null) return yield* reject("invalid secret", site, nowMillis)
    const pass = yield* checkFormToken(question.token, site, nowMillis)
    if (typeof pass === "string") return yield* reject(pass, site, nowMillis)
    const policy = site.options.degraded
    const refused = pass.degradedReason === null ? null : decideDegraded(pass.degradedReason, policy, () => true)
    if (refused !== null) return yield* reject(refused, site, nowMillis)
    const visitor = yield* visitorOf(pass.token)
    const rules = yield* rulesOf(site)
    const wrong = yield* decideForm(question, pass.token, visitor, site.options, rules ?? noRules)
    if (wrong !== null) return yield* reject(wrong, site, nowMillis)
    if (pass.degradedReason !== null) return yield* degrade(pass.degradedReason, site, nowMillis)
    if (rules === null) return yield* degrade("store", site, nowMillis)
    const { asn, country } = visitor
    const { score } = pass.token
    yield* count(site, { kind: "human", score, country }, nowMillis)
    const geo = country === null || asn === null ? null : { country, asn }
    return { kind: "human", score, geo, ...(yield* judgeFormText(question.text, site.options.spamDetection)) }
  }
)

/** Visitor's address from the token, with its location. */
interface Visitor {
  readonly address: string | null
  readonly country: string | null
  readonly asn: string | null
}

const visitorOf = (token: Token | null): Effect.Effect<Visitor, never, Geo> =>
  Effect.map(Geo, (geo) => {
    const address = token === null ? null : addressTextOf(token.address)
    return address === null
      ? { address, country: null, asn: null }
      : { address, country: geo.countryOf(address), asn: geo.asnOf(address) }
  })

const noRules = compileBlockRules([])

/** Returns the account's block rules, or null if they cannot be read. The form then gets the site's degraded policy. */
const rulesOf = (site: Site): Effect.Effect<CompiledBlockRules | null, never, BlockRules> =>
  testKindOf(site.id) === null && (site.options.emailRules || site.options.ipRules)
    ? Effect.flatMap(BlockRules, (rules) => rules.compiled(site.accountId)).pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logWarning("The block rules for a verification could not be read", defect), null)
      )
    )
    : Effect.succeed(noRules)

/** Applies the site's options, then the account's rules. Returns the reason to reject the form, or null. */
const decideForm = Effect.fnUntraced(
  function*(
    question: SubmittedForm,
    token: Token | null,
    { address, country }: Visitor,
    options: SiteOptions,
    rules: CompiledBlockRules
  ) {
    if (token !== null && token.score < options.scoreMin) return "low score" as const
    const knowledge = { lists: yield* EmailLists, suffixes: yield* PublicSuffixes, rules }
    return decideEmail(question.email, options, knowledge) ?? decideVisitor(address, country, options, rules)
  }
)

const degrade = Effect.fnUntraced(function*(reason: DegradedReason, site: Site, nowMillis: number) {
  const visitors = yield* VisitorTraffic
  const { degraded, degradedPerMinuteMax } = site.options
  const refused = decideDegraded(
    reason,
    degraded,
    () => visitors.allows(`degraded ${site.id}`, "", degradedPerMinuteMax, nowMillis)
  )
  if (refused !== null) return yield* reject(refused, site, nowMillis)
  yield* count(site, { kind: "degraded", reason }, nowMillis)
  return { kind: "degraded" } as const
})

const reject = (
  reason: RejectionReason,
  site: Site | null,
  nowMillis: number
): Effect.Effect<SiteVerification, never, ShieldTraffic> =>
  Effect.as(site === null ? Effect.void : count(site, { kind: "rejected", reason }, nowMillis), {
    kind: "rejected",
    reason
  })

/** Counts an event of a site. Events of test sites are not counted. */
const count = (site: Site, event: ShieldEvent, nowMillis: number): Effect.Effect<void, never, ShieldTraffic> =>
  testKindOf(site.id) === null
    ? Effect.map(ShieldTraffic, (traffic) => traffic.count(site.id, event, nowMillis))
    : Effect.void

/**
 * Finds the site with a given active secret. Returns null for misspelled, unknown and inactive secrets. Returns a test
 * site for the public test secret.
 */
const findSiteBySecret: (secret: string) => Effect.Effect<Site | null, never, Sites | Secrets> = Effect
  .fnUntraced(function*(secret: string) {
    if (secret === testSecret) return testSite("pass")
    // The check characters catch a misspelled secret before it is hashed and looked up.
    if (!isKeyText("gh_secret_", secret)) return null
    const secrets = yield* Secrets
    const digest = secrets.sha256Hex(secret)
    const site = yield* (yield* Sites).findBySecret(digest)
    return site !== null && site.secretDigests.some((live) => secrets.equal(live, digest)) ? site : null
  })
