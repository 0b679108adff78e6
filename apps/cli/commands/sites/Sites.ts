import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { resolveSite } from "../../../../core/sites/FindSites.ts"
import { createSiteAs, deleteSiteAs, rotateSiteSecretAs } from "../../../../core/sites/ManageSites.ts"
import { Sites } from "../../../../core/sites/Sites.ts"
import { gatehouseConfig } from "../../../server/settings/Config.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { hostnamesFlag, siteArgument, siteOptionFlags, siteOptionsOf } from "../../flags/SiteFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields } from "../../terminal/Table.ts"
import { siteJson, siteTable } from "../../views/SiteView.ts"
import { changeSiteCommand, showSiteCommand } from "./SiteSettings.ts"
import { siteStatsCommand } from "./SiteTraffic.ts"

const isHttpUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "")

const snippet = Command.make(
  "snippet",
  {
    named: siteArgument,
    server: Flag.String("server").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("URL at which browsers reach Gatehouse (default: from HOST and PORT)"),
      Flag.filter(isHttpUrl, (text) => `--server must be a URL such as https://gatehouse.example.com, not ${text}`),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, named, server }) {
    const { host, port } = yield* gatehouseConfig
    const site = yield* withExistingStorage(Effect.gen(function*() {
      return yield* resolveSite((yield* accountFromFlag(account)).id, named)
    }))
    const origin = new URL(Option.getOrElse(server, () => localServerUrl(host, port))).origin
    const html = snippetOf(origin, site.siteKey)
    yield* printResult({ id: site.id, site_key: site.siteKey, html }, () => html)
  })
).pipe(
  Command.withDescription(
    "Print the HTML that adds Shield to a form. Never put the secret key into a page."
  ),
  Command.withExamples([
    {
      command: "gatehouse sites snippet site_0mi9… --server https://gatehouse.example.com",
      description: "For pages on the internet"
    }
  ])
)

const localServerUrl = (host: string, port: number): string =>
  host === "0.0.0.0" || host === "::"
    ? `http://127.0.0.1:${port}`
    : `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/**
 * Returns the HTML for a page. The origin and the site key need no escaping, because they contain no special
 * characters.
 */
const snippetOf = (origin: string, siteKey: string): string =>
  `<!-- Inside the form, where the widget should appear: -->
<div class="shield-widget" data-sitekey="${siteKey}"></div>

<!-- Once on the page: -->
<script src="${origin}/shield/widget.js" async></script>`

const storeSecretNotice = "Store the secret now. It cannot be shown again."

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Display name of the site")),
    hostnames: hostnamesFlag(1),
    ...siteOptionFlags,
    account: accountFlag
  },
  Effect.fn(function*({ account, hostnames, name, ...given }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* createSiteAs(commandLineActor(), {
        accountId: (yield* accountFromFlag(account)).id,
        name,
        hostnames,
        options: siteOptionsOf(given)
      })
    }))
    yield* printResult(
      { site_key: site.siteKey, secret_key: secretKey, id: site.id, name: site.name, hostnames: site.hostnames },
      () =>
        `${
          formatFields({
            id: site.id,
            name: site.name,
            "host names": site.hostnames.join(", "),
            "site key (for the page)": site.siteKey,
            "secret key (for your server)": secretKey
          })
        }\n\n${storeSecretNotice}\nThe HTML for its pages: \`gatehouse sites snippet ${site.id} --server https://YOUR-GATEHOUSE\``
    )
  })
).pipe(
  Command.withDescription("Create a site for Shield, with a site key for its pages and a secret key for its server."),
  Command.withExamples([
    { command: "gatehouse sites create --name shop --hostname www.example.com", description: "One host name" },
    {
      command: "gatehouse sites create --name shop --hostname example.com --hostname www.example.com",
      description: "Two"
    },
    {
      command:
        "gatehouse sites create --name shop --hostname \"*.example.com\" --score-min 30 --disposable-emails reject",
      description: "All subdomains, stricter than the default"
    }
  ])
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const sites = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* Sites).list((yield* accountFromFlag(account)).id)
    }))
    yield* printList(
      sites,
      siteJson,
      siteTable,
      "There are no sites yet. Run `gatehouse sites create --name NAME --hostname HOST`."
    )
  })
).pipe(
  Command.withDescription("List the sites of an account."),
  Command.withExamples([{ command: "gatehouse sites list", description: "Show site keys and host names" }])
)

const rotate = Command.make(
  "rotate",
  {
    named: siteArgument,
    endOld: Flag.Boolean("end-old").pipe(
      Flag.withDescription("Revoke all previous secrets immediately, for example after a leak"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, endOld, named }) {
    const { secretKey, site } = yield* withExistingStorage(Effect.gen(function*() {
      const { accountId, id } = yield* resolveSite((yield* accountFromFlag(account)).id, named)
      return yield* rotateSiteSecretAs(commandLineActor(), accountId, id, endOld)
    }))
    yield* printResult(
      { id: site.id, secret_key: secretKey, live_secrets: site.secretDigests.length },
      () =>
        `${formatFields({ id: site.id, "secret key": secretKey })}\n\n${storeSecretNotice}\n${
          endOld ? "The previous secrets are revoked." : "The previous secret stays valid until the next rotation."
        }`
    )
  })
).pipe(
  Command.withDescription("Create a new secret for a site. The previous secret stays valid until the next rotation."),
  Command.withExamples([
    { command: "gatehouse sites rotate shop", description: "Rotate without downtime" },
    { command: "gatehouse sites rotate shop --end-old", description: "After a secret leaked" }
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
      const { accountId, id } = yield* resolveSite((yield* accountFromFlag(account)).id, named)
      return yield* deleteSiteAs(commandLineActor(), accountId, id)
    }))
    yield* printResult(
      { id: site.id, name: site.name, deleted: true },
      () => `${site.name} (${site.id}) is deleted. Running servers refuse its keys within a second.`
    )
  })
).pipe(
  Command.withDescription(
    "Delete a site permanently, with its site key and secrets. The demo's site is not recreated."
  ),
  Command.withExamples([{ command: "gatehouse sites delete shop", description: "By name or id" }])
)

export const sitesCommand = Command.make("sites").pipe(
  Command.withDescription("Manage the sites that Shield protects."),
  Command.withExamples([{ command: "gatehouse sites list", description: "All sites" }]),
  Command.withSubcommands([
    create,
    list,
    showSiteCommand,
    changeSiteCommand,
    rotate,
    deleteCommand,
    siteStatsCommand,
    snippet
  ])
)
