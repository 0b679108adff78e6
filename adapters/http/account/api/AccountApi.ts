import { HttpApi } from "effect/http-api"
import { Credits } from "./Credits.ts"
import { Entry } from "./Entry.ts"
import { Keys } from "./Keys.ts"
import { Leads } from "./Leads.ts"
import { Members } from "./Members.ts"
import { Overview } from "./Overview.ts"
import { Requests } from "./Requests.ts"
import { Retention } from "./Retention.ts"
import { Rules } from "./Rules.ts"
import { SessionGroup } from "./Session.ts"
import { Sites } from "./Sites.ts"
import { Threats } from "./Threats.ts"

/** Where the account API is: below the dashboard, so that one rule of a proxy covers both. */
export const accountApiPath = "/dashboard/api"

/**
 * What the dashboard asks: an API of its own, apart from the public one, under session cookies. It may change with every release.
 * Safe for browsers: no server code is reached from here.
 */
export class AccountApi extends HttpApi.make("account")
  .add(
    Entry,
    SessionGroup,
    Overview,
    Requests,
    Leads,
    Sites,
    Rules,
    Threats,
    Credits,
    Keys,
    Members,
    Retention
  )
  .prefix(accountApiPath)
{}
