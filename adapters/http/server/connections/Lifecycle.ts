import { Context, Layer } from "effect"

/** Whether the server has been told to stop: `/readyz` says so before connections are refused. */
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
