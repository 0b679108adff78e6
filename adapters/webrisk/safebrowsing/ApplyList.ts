import { Result } from "effect"
import { applyDiff } from "../../../core/threats/prefixes/ApplyDiff.ts"
import { PrefixIndex } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { checksumOf } from "../google/ListChecks.ts"
import { diffOf, type HashListAnswer } from "./HashListAnswer.ts"
import type { ListKind } from "./Lists.ts"

/** A list with the checksum that the vendor gave for it. */
export interface CheckedList {
  readonly index: PrefixIndex
  readonly checksum: Uint8Array
}

const checksumBytes = 32

/**
 * The list after an answer (v5, `HashList`), or why the answer does not fit what is here, to follow the list's name. An answer
 * without a checksum says that nothing has changed.
 *
 * @param before what is here; null when nothing is, or when all of it was asked for
 */
export const applyList = (
  kind: ListKind,
  before: CheckedList | null,
  answer: HashListAnswer
): Result.Result<CheckedList, string> => {
  const { additions, checksum, isPartial, removals } = answer
  if (checksum.length === 0) {
    if (additions !== null || removals !== null) return Result.fail("is changed without a checksum")
    return before === null ? Result.fail("is confirmed, though it is not here") : Result.succeed(before)
  }
  if (checksum.length !== checksumBytes) return Result.fail("has a checksum that is none")
  if (isPartial && before === null) return Result.fail("is changed, though it is not here")
  if (additions !== null && additions.first.length !== kind.size) return Result.fail("has prefixes of another size")
  const diff = diffOf(answer)
  if (Result.isFailure(diff)) return Result.fail(`cannot be decoded (${diff.failure.problem})`)
  const applied = applyDiff(isPartial && before !== null ? before.index : new PrefixIndex([]), diff.success)
  if (Result.isFailure(applied)) {
    return Result.fail(`is changed in a way that does not fit (${applied.failure.problem})`)
  }
  const sum = checksumOf(applied.success)
  return sum.every((byte, at) => byte === checksum[at])
    ? Result.succeed({ index: applied.success, checksum })
    : Result.fail("has another checksum than it should")
}
