import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Parts of the paths of slow test files, slowest first.
 *
 * A slow file that starts last would keep one worker busy while the others are idle.
 */
const slowFiles = [
  "browser/dashboard/Month",
  "browser/dashboard/",
  "browser/widget/Outage",
  "browser/Score",
  "runtime/Smoke",
  "crash/",
  "browser/"
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowFiles.findIndex((part) => moduleId.includes(`/test/${part}`))
  return rank < 0 ? slowFiles.length : rank
}

/** Starts slow test files first. Uses a fixed list, because a fresh clone has no times of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const sorted = await super.sort(files)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other))
  }
}
