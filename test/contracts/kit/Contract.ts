import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/**
 * Storage that a case needs. `shared` may contain data of other accounts. `isolated` is empty. `clock` is also empty,
 * and runs with Effect's `TestClock`.
 */
export type ContractStorage = "shared" | "isolated" | "clock"

/** One promise of a port: an effect that requires the port, and fails or dies if the adapter breaks the promise. */
export interface ContractCase<R> {
  readonly name: string
  readonly storage: ContractStorage
  readonly run: Effect.Effect<void, unknown, R>
}

/** All promises of a port, as data. */
export interface Contract<R> {
  /** Name of the port. */
  readonly port: string
  readonly cases: ReadonlyArray<ContractCase<R>>
}

type Declare<R> = (name: string, run: Effect.Effect<void, unknown, R>) => void

/** Functions that declare cases. */
export interface ContractCases<R> {
  readonly test: Declare<R>
  readonly testIsolated: Declare<R>
  readonly testWithClock: Declare<R>
}

/** Collects the cases of a contract. */
export const contract = <R>(port: string, declare: (cases: ContractCases<R>) => void): Contract<R> => {
  const cases: Array<ContractCase<R>> = []
  const on = (storage: ContractStorage): Declare<R> => (name, run) => void cases.push({ name, storage, run })
  declare({ test: on("shared"), testIsolated: on("isolated"), testWithClock: on("clock") })
  return { port, cases }
}

/** A case on an adapter: an effect that needs nothing else. */
export interface ReadyCase {
  readonly name: string
  readonly run: Effect.Effect<void, unknown>
}

/**
 * Returns the cases of a contract on an adapter, for any test framework.
 *
 * @param layer returns the layer of an empty adapter. It is called for each case.
 * @example
 * for (const { name, run } of contractCases(submissionsContract, () => SubmissionsFile.layer(newPath()))) {
 *   test(name, () => Effect.runPromise(run))
 * }
 */
export const contractCases = <R, E>(
  { cases }: Contract<R>,
  layer: () => Layer.Layer<R, E>
): ReadonlyArray<ReadyCase> =>
  cases.map(({ name, run, storage }) => ({
    name,
    run: Effect.suspend(() => {
      const fresh = Layer.fresh(layer())
      return Effect.provide(run, storage === "clock" ? Layer.provideMerge(fresh, TestClock.layer()) : fresh)
    })
  }))
