import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The slowest files, slowest first: a slow file that starts last would keep a single worker busy at the end. */
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

/** Sorts the files of each group by a fixed list of names: a fresh clone has no times of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    const sorted = await super.sort(files)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other))
  }
}
