import { Layer } from "effect"
import { credits } from "./Credits.ts"
import { entry } from "./Entry.ts"
import { keys } from "./Keys.ts"
import { leads } from "./Leads.ts"
import { members } from "./Members.ts"
import { overview } from "./Overview.ts"
import { requests } from "./Requests.ts"
import { retention } from "./Retention.ts"
import { rules } from "./Rules.ts"
import { session } from "./Session.ts"
import { sites } from "./Sites.ts"
import { threats } from "./Threats.ts"

/** The handlers of every group of the account API. */
export const accountHandlers = Layer.mergeAll(
  entry,
  session,
  overview,
  requests,
  leads,
  sites,
  rules,
  threats,
  credits,
  keys,
  members,
  retention
)
