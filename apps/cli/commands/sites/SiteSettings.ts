import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { resolveSite } from "../../../../core/sites/FindSites.ts"
import { changeSiteAs, type SiteChange } from "../../../../core/sites/ManageSites.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { hostnamesFlag, siteArgument, siteOptionFlags, siteOptionsOf } from "../../flags/SiteFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printResult } from "../../terminal/Output.ts"
import { siteJson, siteSheet } from "../../views/SiteView.ts"

export class NothingToChange extends Schema.TaggedError<NothingToChange>()("NothingToChange", {}) {
  override get message(): string {
    return "Specify at least one change. See `gatehouse sites change --help`."
  }
}

export const showSiteCommand = Command.make(
  "show",
  { named: siteArgument, account: accountFlag },
  Effect.fn(function*({ account, named }) {
    const site = yield* withExistingStorage(Effect.gen(function*() {
      return yield* resolveSite((yield* accountFromFlag(account)).id, named)
    }))
    yield* printResult(siteJson(site), () => siteSheet(site))
  })
).pipe(
  Command.withDescription("Show a site and its options. Secrets are stored as hashes and cannot be shown."),
  Command.withExamples([{ command: "gatehouse sites show site_0mi9…", description: "Show host names and options" }])
)

export const changeSiteCommand = Command.make(
  "change",
  {
    named: siteArgument,
    name: Flag.String("name").pipe(Flag.withDescription("Display name of the site"), Flag.optional),
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
      const { accountId, id } = yield* resolveSite((yield* accountFromFlag(account)).id, named)
      return yield* changeSiteAs(commandLineActor(), accountId, id, wanted)
    }))
    yield* printResult(siteJson(site), () => siteSheet(site))
  })
).pipe(
  Command.withDescription(
    "Change a site's name, host names or options. Omitted settings stay as they are. Running servers apply it within a second. Host names " +
      "replace all previous ones."
  ),
  Command.withExamples([
    { command: "gatehouse sites change site_0mi9… --score-min 30", description: "Reject very likely bots" },
    {
      command: "gatehouse sites change site_0mi9… --hostname example.com --hostname \"*.example.com\"",
      description: "A domain and all its subdomains"
    },
    {
      command: "gatehouse sites change site_0mi9… --degraded limit --degraded-per-minute 20",
      description: "Limit requests without a token"
    }
  ])
)
