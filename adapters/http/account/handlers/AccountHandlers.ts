import { Layer } from "effect"
import { entry } from "./Entry.ts"
import { keys } from "./Keys.ts"
import { members } from "./Members.ts"
import { rules } from "./Rules.ts"
import { session } from "./Session.ts"
import { sites } from "./Sites.ts"
import { standIn } from "./StandIn.ts"
import { threats } from "./Threats.ts"

/** The handlers of every group of the account API. */
export const accountHandlers = Layer.mergeAll(
  entry,
  session,
  standIn("overview"),
  standIn("requests"),
  standIn("leads"),
  sites,
  rules,
  threats,
  standIn("credits"),
  keys,
  members,
  standIn("retention")
)
