import { Context, Layer } from "effect"

/** Whether the server is stopping. `/readyz` reports the stop before the server refuses connections. */
export class Lifecycle extends Context.Service<Lifecycle, {
  readonly isStopping: () => boolean
  readonly stop: () => void
}>()("gatehouse/adapters/http/server/connections/Lifecycle") {
  static readonly layer = Layer.sync(Lifecycle, () => {
    let stopping = false
    return {
      isStopping: () => stopping,
      stop: () => {
        stopping = true
      }
    }
  })
}
