import { Effect } from "effect"
import type { AccountId, SiteId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { keyRandomBytes, makeKeyText } from "../keys/KeyText.ts"
import { secretsLiveMax } from "./Site.ts"
import { Sites } from "./Sites.ts"

/** A new secret for a site. The one before it goes on working until the next rotation, unless it is to end now: it leaked. */
export const rotateSiteSecret = Effect.fn("rotateSiteSecret")(function*(
  accountId: AccountId,
  siteId: SiteId,
  { endOld = false }: { readonly endOld?: boolean } = {}
) {
  const secrets = yield* Secrets
  const sites = yield* Sites
  const site = yield* sites.get(accountId, siteId)
  const secretKey = makeKeyText("gh_secret_", secrets.randomBytes(keyRandomBytes))
  const digests = [secrets.sha256Hex(secretKey), ...endOld ? [] : site.secretDigests].slice(0, secretsLiveMax)
  yield* sites.setSecrets(accountId, siteId, digests)
  return { site: { ...site, secretDigests: digests }, secretKey }
})
