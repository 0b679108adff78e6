import { expect, it } from "vitest"
import { openFilesMax } from "../../../../../adapters/http/server/connections/FileDescriptors.ts"

const limits = (line: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \n` +
  `Max processes             95709                95709                processes \n${line}` +
  `Max locked memory         8388608              8388608              bytes     \n`

it.each([
  ["Max open files            1024                 524288               files     \n", 1_024],
  ["Max open files            unlimited            unlimited            files     \n", null],
  ["", null]
])("the soft limit in %j is %s", (line, max) => {
  expect(openFilesMax(limits(line))).toBe(max)
})
