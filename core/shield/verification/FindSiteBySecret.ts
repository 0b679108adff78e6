import { Effect } from "effect"
import { Secrets } from "../../kernel/Secrets.ts"
import { isKeyText } from "../../keys/KeyText.ts"
import type { Site } from "../../sites/Site.ts"
import { Sites } from "../../sites/Sites.ts"
import { testSecret, testSite } from "../TestSites.ts"

/**
 * The site with this live secret; null for every other text, without a difference between those that are misspelt, unknown
 * or rotated away. For the test secret it is one of the test sites, in the place of all.
 */
export const findSiteBySecret: (secret: string) => Effect.Effect<Site | null, never, Sites | Secrets> = Effect
  .fnUntraced(function*(secret: string) {
    if (secret === testSecret) return testSite("pass")
    // The check characters tell a misspelt secret before anything is hashed or looked up.
    if (!isKeyText("gh_secret_", secret)) return null
    const secrets = yield* Secrets
    const digest = secrets.sha256Hex(secret)
    const site = yield* (yield* Sites).findBySecret(digest)
    return site !== null && site.secretDigests.some((live) => secrets.equal(live, digest)) ? site : null
  })
