import { expect, it } from "vitest"
import { endingOf } from "../../../core/documents/FileKind.ts"
import { cpuMillisOf } from "../../support/CpuTime.ts"

it.each([
  ["a.PDF", "pdf"],
  ["a.exe. . ", "exe"],
  ["a.exe\0", "exe"],
  ["folder.x/a", ""],
  ["folder\\a.b.c", "c"],
  ["...", ""],
  ["", ""]
])("the ending of %j is %j", (name, ending) => expect(endingOf(name)).toBe(ending))

it.each([".", " ", "\0"])("is found as soon in a long name of %j", (sign) => {
  const name = `a.pdf${sign.repeat(200_000)}b`
  expect(cpuMillisOf(() => void endingOf(name))).toBeLessThan(500)
})
