import { HttpApi } from "effect/http-api"
import { Credits } from "./Credits.ts"
import { Entry } from "./Entry.ts"
import { Keys } from "./Keys.ts"
import { Leads } from "./Leads.ts"
import { ManagementKeys } from "./ManagementKeys.ts"
import { Members } from "./Members.ts"
import { Overview } from "./Overview.ts"
import { Requests } from "./Requests.ts"
import { Retention } from "./Retention.ts"
import { Rules } from "./Rules.ts"
import { SessionGroup } from "./Session.ts"
import { Sites } from "./Sites.ts"
import { Threats } from "./Threats.ts"
import { Webhooks } from "./Webhooks.ts"

/** Path of the account API. It is below the dashboard's path, so one proxy rule covers both. */
export const accountApiPath = "/dashboard/api"

/**
 * API of the dashboard and of scripts with a management key. It is separate from the public API, and may change with
 * every release.
 *
 * Browsers can import this module, because it imports no server code.
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
    ManagementKeys,
    Webhooks,
    Members,
    Retention
  )
  .prefix(accountApiPath)
{}
