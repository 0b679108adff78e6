import { Effect } from "effect"
import { keyRandomBytes, makeKeyText } from "../../../core/accounts/KeyText.ts"
import type { Site } from "../../../core/accounts/Site.ts"
import { Sites } from "../../../core/ports/Sites.ts"
import type { VerificationQuestion } from "../../../core/shield/SiteVerification.ts"
import { siteVerify } from "../../../core/shield/SiteVerify.ts"
import { testSecret } from "../../../core/shield/TestSites.ts"

/** Has the form of a secret and is none: below it stands for the demo's site, and nowhere else. */
const standIn = makeKeyText("gh_secret_", new Uint8Array(keyRandomBytes))

/**
 * Verifies as the site's server would, but for the account's rules, and without its secret: nobody has that of the demo's
 * site. The use case is told that whatever secret it is asked about is the site's.
 */
export const verifyDemo = (site: Site, isTest: boolean, question: Omit<VerificationQuestion, "secret">) =>
  isTest
    ? siteVerify({ ...question, secret: testSecret })
    : Effect.flatMap(Sites, (sites) =>
      Effect.provideService(siteVerify({ ...question, secret: standIn }), Sites, {
        ...sites,
        findBySecret: (digest) =>
          Effect.map(sites.findBySiteKey(site.siteKey), (now) => demoSiteFor(now ?? site, digest))
      }))

/** Anybody may ask the demo: whom the account has blocked is not for everybody to find out. */
const demoSiteFor = (site: Site, digest: string): Site => ({
  ...site,
  secretDigests: [digest],
  options: { ...site.options, emailRules: false, ipRules: false }
})
