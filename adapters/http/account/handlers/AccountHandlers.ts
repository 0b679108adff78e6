import { Layer } from "effect"
import { keys } from "./Keys.ts"
import { rules } from "./Rules.ts"
import { sites } from "./Sites.ts"
import { standIn } from "./StandIn.ts"
import { threats } from "./Threats.ts"

/** The handlers of every group of the account API. */
export const accountHandlers = Layer.mergeAll(
  standIn("entry"),
  standIn("session"),
  standIn("overview"),
  standIn("requests"),
  standIn("leads"),
  sites,
  rules,
  threats,
  standIn("credits"),
  keys,
  standIn("members"),
  standIn("retention")
)
