import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { resolveSite } from "../../../../core/sites/FindSites.ts"
import { changeSiteAs, type SiteChange } from "../../../../core/sites/ManageSites.ts"
import { accountFlag, accountOf, commandLineActor } from "../../flags/CommonFlags.ts"
import { hostnamesFlag, siteArgument, siteOptionFlags, siteOptionsOf } from "../../flags/SiteFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer } from "../../terminal/Output.ts"
import { siteJson, siteSheet } from "../../views/SiteView.ts"

export class NothingToChange extends Schema.TaggedError<NothingToChange>()("NothingToChange", {}) {
  override get message(): string {
    return "Say what is to change: see `gatehouse sites change --help`."
  }
}

export const show = Command.make(
  "show",
  { named: siteArgument, account: accountFlag },
  Effect.fn(function*({ account, named }) {
    const site = yield* withExistingStorage(Effect.gen(function*() {
      return yield* resolveSite((yield* accountOf(account)).id, named)
    }))
    yield* answer(siteJson(site), () => siteSheet(site))
  })
).pipe(
  Command.withDescription("Show a site with all that was chosen for it. Secrets are not stored and cannot be shown."),
  Command.withExamples([{ command: "gatehouse sites show site_0mi9…", description: "Its host names and options" }])
)

export const change = Command.make(
  "change",
  {
    named: siteArgument,
    name: Flag.String("name").pipe(Flag.withDescription("Name of the site, for people"), Flag.optional),
    hostnames: hostnamesFlag(0),
    ...siteOptionFlags,
    account: accountFlag
  },
  Effect.fn(function*({ account, hostnames, name, named, ...given }) {
    const options = siteOptionsOf(given)
    const wanted: SiteChange = {
      ...Option.isSome(name) ? { name: name.value } : {},
      ...hostnames.length > 0 ? { hostnames } : {},
      ...Object.keys(options).length > 0 ? { options } : {}
    }
    if (Object.keys(wanted).length === 0) return yield* new NothingToChange()
    const site = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* resolveSite((yield* accountOf(account)).id, named)
      return yield* changeSiteAs(commandLineActor(), accountId, id, wanted)
    }))
    yield* answer(siteJson(site), () => siteSheet(site))
  })
).pipe(
  Command.withDescription(
    "Change a site's name, host names or options; what is left out stays. A running server follows within a second. Host names given " +
      "take the place of all that there were."
  ),
  Command.withExamples([
    { command: "gatehouse sites change site_0mi9… --score-min 30", description: "Reject what is very likely a bot" },
    {
      command: "gatehouse sites change site_0mi9… --hostname example.com --hostname \"*.example.com\"",
      description: "A domain and all below it"
    },
    {
      command: "gatehouse sites change site_0mi9… --degraded limit --degraded-per-minute 20",
      description: "Let few through without a token"
    }
  ])
)
