import { Layer } from "effect"
import { standIn } from "./StandIn.ts"

/** The handlers of every group of the account API. */
export const accountHandlers = Layer.mergeAll(
  standIn("entry"),
  standIn("session"),
  standIn("overview"),
  standIn("requests"),
  standIn("leads"),
  standIn("sites"),
  standIn("rules"),
  standIn("threats"),
  standIn("credits"),
  standIn("keys"),
  standIn("members"),
  standIn("retention")
)
