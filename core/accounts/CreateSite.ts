import { Clock, Effect, Schema } from "effect"
import { Secrets } from "../ports/Secrets.ts"
import { Sites } from "../ports/Sites.ts"
import { checkName } from "./InvalidName.ts"
import { keyRandomBytes, makeKeyText } from "./KeyText.ts"
import { newId } from "./NewId.ts"
import { hostnamesMax, type Site, siteOptionsDefault } from "./Site.ts"

export class InvalidHostname extends Schema.TaggedError<InvalidHostname>()("InvalidHostname", {
  message: Schema.String
}) {}

export interface NewSite {
  readonly accountId: string
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
}

/** Makes a site with its first secret, whose text is in the result and nowhere else. */
export const createSite = Effect.fn("createSite")(function*(wanted: NewSite) {
  const secrets = yield* Secrets
  if (wanted.hostnames.length === 0 || wanted.hostnames.length > hostnamesMax) {
    return yield* new InvalidHostname({ message: `A site needs 1 to ${hostnamesMax} host names.` })
  }
  const hostnames = yield* Effect.forEach(wanted.hostnames, canonicalHostname)
  const secretKey = makeKeyText("gh_secret_", secrets.randomBytes(keyRandomBytes))
  const site: Site = {
    id: yield* newId("site"),
    accountId: wanted.accountId,
    name: yield* checkName(wanted.name),
    siteKey: makeKeyText("gh_site_", secrets.randomBytes(keyRandomBytes)),
    secretDigests: [secrets.sha256Hex(secretKey)],
    hostnames: [...new Set(hostnames)],
    options: siteOptionsDefault,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  yield* (yield* Sites).create(site)
  return { site, secretKey }
})

/** The longest host name in text form (RFC 1035, section 2.3.4). */
const hostnameCharsMax = 253

/** Lower case, international names in ASCII form (UTS 46, as the URL standard has it); no port, path or wildcard. */
const canonicalHostname = (text: string): Effect.Effect<string, InvalidHostname> => {
  const trimmed = text.trim().replace(/\.$/, "")
  const address = `http://${trimmed}/`
  // The URL standard drops tabs and line breaks and decodes percent signs: no host name has them.
  const host = /[\s/?#@:%\\]/.test(trimmed) || !URL.canParse(address) ? "" : new URL(address).hostname
  return /^[a-z0-9_.-]+$/.test(host) && host.length <= hostnameCharsMax
    ? Effect.succeed(host)
    : Effect.fail(
      new InvalidHostname({ message: `${JSON.stringify(text)} is not a host name, such as www.example.com.` })
    )
}
