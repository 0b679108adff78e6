import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { resolveSite } from "../../../core/sites/FindSites.ts"
import { gatehouseConfig } from "../../server/Config.ts"
import { accountFlag, accountOf } from "../flags/AccountFlag.ts"
import { siteArgument } from "../flags/SiteFlags.ts"
import { withExistingStorage } from "../storage/Storage.ts"
import { answer } from "../terminal/Output.ts"

const isServer = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "")

export const snippet = Command.make(
  "snippet",
  {
    named: siteArgument,
    server: Flag.String("server").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("Where browsers reach Gatehouse (default: HOST and PORT of the settings)"),
      Flag.filter(isServer, (text) => `--server must be an address such as https://gatehouse.example.com, not ${text}`),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, named, server }) {
    const { host, port } = yield* gatehouseConfig
    const site = yield* withExistingStorage(Effect.gen(function*() {
      return yield* resolveSite((yield* accountOf(account)).id, named)
    }))
    const origin = new URL(Option.getOrElse(server, () => ownAddress(host, port))).origin
    const html = snippetOf(origin, site.siteKey)
    yield* answer({ id: site.id, site_key: site.siteKey, html }, () => html)
  })
).pipe(
  Command.withDescription(
    "Print the HTML that puts Shield into a form of a site. The secret key belongs to your server, not here."
  ),
  Command.withExamples([
    {
      command: "gatehouse sites snippet site_0mi9… --server https://gatehouse.example.com",
      description: "For pages on the internet"
    }
  ])
)

const ownAddress = (host: string, port: number): string =>
  host === "0.0.0.0" || host === "::"
    ? `http://127.0.0.1:${port}`
    : `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** An origin and a site key hold no character that HTML gives a meaning to. */
const snippetOf = (origin: string, siteKey: string): string =>
  `<!-- In the form, where the widget is to stand: -->
<div class="shield-widget" data-sitekey="${siteKey}"></div>

<!-- Once on the page: -->
<script src="${origin}/shield/widget.js" async></script>`
