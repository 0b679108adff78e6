import { Result } from "effect"
import { applyDiff } from "../../../core/threats/prefixes/ApplyDiff.ts"
import { PrefixIndex } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { checksumOf } from "../google/ListChecks.ts"
import type { DiffAnswer } from "./DiffAnswer.ts"

/** The list after an answer, or why the answer does not fit the list that there is. */
export const applyAnswer = (before: PrefixIndex, answer: DiffAnswer): Result.Result<PrefixIndex, string> => {
  const applied = applyDiff(answer.isReset ? new PrefixIndex([]) : before, answer.diff)
  if (Result.isFailure(applied)) return Result.fail(`does not fit the list that is here (${applied.failure.problem})`)
  const sum = checksumOf(applied.success)
  return sum.every((byte, at) => byte === answer.checksum[at])
    ? Result.succeed(applied.success)
    : Result.fail("leads to a list with another checksum than it should")
}
