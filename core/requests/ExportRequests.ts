import { Effect, Option, Stream } from "effect"
import { RequestHistory } from "../ports/RequestHistory.ts"
import { headLine, type LineFormat, requestLine } from "./RequestLines.ts"
import type { RequestFilter } from "./RequestQuery.ts"

/** Requests that are read at a time. */
const portionRows = 1_000

interface Place {
  readonly before: string | undefined
  readonly rowsLeft: number
}

/** The requests that a filter leaves, newest first, as the lines of a file; read while they are taken. */
export const exportRequests = Effect.fn("exportRequests")(
  function*(accountId: string, filter: RequestFilter, format: LineFormat, rowsMax: number) {
    const history = yield* RequestHistory
    const portions = Stream.paginate<Place, string>(
      { before: undefined, rowsLeft: rowsMax },
      ({ before, rowsLeft }) =>
        Effect.map(
          // Others are answered between two portions.
          Effect.andThen(
            Effect.yieldNow,
            history.search({
              accountId,
              ...filter,
              limit: Math.min(portionRows, rowsLeft),
              ...before === undefined ? {} : { before }
            })
          ),
          ({ items, next }) => {
            const left = rowsLeft - items.length
            const further: Option.Option<Place> = next === null || left <= 0
              ? Option.none()
              : Option.some({ before: next, rowsLeft: left })
            return [[items.map((record) => requestLine(record, format)).join("")], further] as const
          }
        )
    )
    return Stream.make(headLine(format)).pipe(
      Stream.concat(portions),
      Stream.filter((text) => text !== ""),
      Stream.encodeText
    )
  }
)
