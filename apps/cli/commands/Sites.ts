import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { createSite } from "../../../core/accounts/CreateSite.ts"
import { rotateSiteSecret } from "../../../core/accounts/RotateSiteSecret.ts"
import { hostnamesMax, type Site } from "../../../core/accounts/Site.ts"
import { Sites } from "../../../core/ports/Sites.ts"
import { accountFlag, accountOf } from "../AccountFlag.ts"
import { answer, answerList } from "../Output.ts"
import { withExistingStorage } from "../Storage.ts"
import { sheet, table, when } from "../Table.ts"

const keepNow = "Keep the secret now: it is not stored and cannot be shown again."

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Name of the site, for people")),
    hostnames: Flag.String("hostname").pipe(
      Flag.withDescription(`Host name on which its forms stand; repeat it for more, up to ${hostnamesMax}`),
      Flag.atLeast(1)
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, hostnames, name }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* createSite({ accountId: (yield* accountOf(account)).id, name, hostnames })
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
        }\n\n${keepNow}`
    )
  })
).pipe(
  Command.withDescription("Make a site for Shield: a public key for its pages, and a secret for its server."),
  Command.withExamples([
    { command: "gatehouse sites create --name shop --hostname www.example.com", description: "One host name" },
    {
      command: "gatehouse sites create --name shop --hostname example.com --hostname www.example.com",
      description: "Two"
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
      toJson,
      toTable,
      "There is no site yet: run `gatehouse sites create --name NAME --hostname HOST`."
    )
  })
).pipe(
  Command.withDescription("List the sites of an account."),
  Command.withExamples([{ command: "gatehouse sites list", description: "Site keys and host names" }])
)

const toJson = (site: Site) => ({
  id: site.id,
  name: site.name,
  site_key: site.siteKey,
  hostnames: site.hostnames,
  live_secrets: site.secretDigests.length,
  created_at: site.createdAt
})

const toTable = (sites: ReadonlyArray<Site>) =>
  table(sites, [
    { title: "id", of: (site) => site.id },
    { title: "name", of: (site) => site.name },
    { title: "site key", of: (site) => site.siteKey },
    { title: "secrets", align: "right", of: (site) => site.secretDigests.length },
    { title: "created", of: (site) => when(site.createdAt) },
    { title: "host names", of: (site) => site.hostnames.join(", ") }
  ])

const rotate = Command.make(
  "rotate",
  {
    id: Argument.String("id").pipe(Argument.withDescription("Id of the site, as `sites list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* rotateSiteSecret((yield* accountOf(account)).id, id)
    }))
    yield* answer(
      { id: site.id, secret_key: secretKey, live_secrets: site.secretDigests.length },
      () =>
        `${
          sheet({ id: site.id, "secret key": secretKey })
        }\n\n${keepNow}\nThe secret before it works until the next rotation.`
    )
  })
).pipe(
  Command.withDescription("Make a new secret for a site. The one before it goes on working until the next rotation."),
  Command.withExamples([{ command: "gatehouse sites rotate site_0mi9…", description: "Change over without an outage" }])
)

export const sites = Command.make("sites").pipe(
  Command.withDescription("Sites that Shield protects."),
  Command.withExamples([{ command: "gatehouse sites list", description: "All sites" }]),
  Command.withSubcommands([create, list, rotate])
)
