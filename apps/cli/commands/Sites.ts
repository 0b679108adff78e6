import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { resolveSite } from "../../../core/sites/FindSites.ts"
import { createSiteAs, deleteSiteAs, rotateSiteSecretAs } from "../../../core/sites/ManageSites.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { accountFlag, accountOf } from "../flags/AccountFlag.ts"
import { commandLineActor } from "../flags/Author.ts"
import { hostnamesFlag, siteArgument, siteOptionFlags, siteOptionsOf } from "../flags/SiteFlags.ts"
import { withExistingStorage } from "../storage/Storage.ts"
import { answer, answerList } from "../terminal/Output.ts"
import { sheet } from "../terminal/Table.ts"
import { siteJson, siteTable } from "../views/SiteView.ts"
import { change, show } from "./SiteSettings.ts"
import { snippet } from "./SiteSnippet.ts"
import { stats } from "./SiteTraffic.ts"

const keepNow = "Keep the secret now: it is not stored and cannot be shown again."

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the site, for people")),
    hostnames: hostnamesFlag(1),
    ...siteOptionFlags,
    account: accountFlag
  },
  Effect.fn(function*({ account, hostnames, name, ...given }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* createSiteAs(commandLineActor(), {
        accountId: (yield* accountOf(account)).id,
        name,
        hostnames,
        options: siteOptionsOf(given)
      })
    }))
    yield* answer(
      { site_key: site.siteKey, secret_key: secretKey, id: site.id, name: site.name, hostnames: site.hostnames },
      () =>
        `${
          sheet({
            id: site.id,
            name: site.name,
            "host names": site.hostnames.join(", "),
            "site key (for the page)": site.siteKey,
            "secret key (for your server)": secretKey
          })
        }\n\n${keepNow}\nThe HTML for its pages: \`gatehouse sites snippet ${site.id} --server https://YOUR-GATEHOUSE\``
    )
  })
).pipe(
  Command.withDescription("Make a site for Shield: a public key for its pages, and a secret for its server."),
  Command.withExamples([
    { command: "gatehouse sites create --name shop --hostname www.example.com", description: "One host name" },
    {
      command: "gatehouse sites create --name shop --hostname example.com --hostname www.example.com",
      description: "Two"
    },
    {
      command:
        "gatehouse sites create --name shop --hostname \"*.example.com\" --score-min 30 --disposable-emails reject",
      description: "All below a domain, and stricter than usual"
    }
  ])
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const sites = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* Sites).list((yield* accountOf(account)).id)
    }))
    yield* answerList(
      sites,
      siteJson,
      siteTable,
      "There is no site yet: run `gatehouse sites create --name NAME --hostname HOST`."
    )
  })
).pipe(
  Command.withDescription("List the sites of an account."),
  Command.withExamples([{ command: "gatehouse sites list", description: "Site keys and host names" }])
)

const rotate = Command.make(
  "rotate",
  {
    named: siteArgument,
    endOld: Flag.Boolean("end-old").pipe(
      Flag.withDescription("End the secrets before it at once: one of them got out"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, endOld, named }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* resolveSite((yield* accountOf(account)).id, named)
      return yield* rotateSiteSecretAs(commandLineActor(), accountId, id, endOld)
    }))
    yield* answer(
      { id: site.id, secret_key: secretKey, live_secrets: site.secretDigests.length },
      () =>
        `${sheet({ id: site.id, "secret key": secretKey })}\n\n${keepNow}\n${
          endOld ? "Those before it have ended." : "The secret before it works until the next rotation."
        }`
    )
  })
).pipe(
  Command.withDescription("Make a new secret for a site. The one before it goes on working until the next rotation."),
  Command.withExamples([
    { command: "gatehouse sites rotate shop", description: "Change over without an outage" },
    { command: "gatehouse sites rotate shop --end-old", description: "After a secret got out" }
  ])
)

const deleteCommand = Command.make(
  "delete",
  {
    named: siteArgument,
    account: accountFlag
  },
  Effect.fn(function*({ account, named }) {
    const site = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* resolveSite((yield* accountOf(account)).id, named)
      return yield* deleteSiteAs(commandLineActor(), accountId, id)
    }))
    yield* answer(
      { id: site.id, name: site.name, deleted: true },
      () => `${site.name} (${site.id}) is deleted; a running server refuses its keys within a second.`
    )
  })
).pipe(
  Command.withDescription(
    "Delete a site for good. Its site key and its secrets end; the demo's site is not made again."
  ),
  Command.withExamples([{ command: "gatehouse sites delete shop", description: "By its name, or its id" }])
)

export const sites = Command.make("sites").pipe(
  Command.withDescription("Sites that Shield protects."),
  Command.withExamples([{ command: "gatehouse sites list", description: "All sites" }]),
  Command.withSubcommands([create, list, show, change, rotate, deleteCommand, stats, snippet])
)
