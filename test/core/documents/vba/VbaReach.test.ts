import { describe, expect, it } from "vitest"
import { type ProcedureCalls, reachableFrom } from "../../../../core/documents/vba/VbaReach.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

const procedure = (name: string, words = "", module = "Module1", callsUnknown = false): ProcedureCalls => ({
  name,
  module,
  words: new Set(words.split(" ")),
  callsUnknown
})

const reached = (start: ProcedureCalls, ...others: ReadonlyArray<ProcedureCalls>): ReadonlyArray<string> =>
  [...reachableFrom([start], [start, ...others])].map(({ name }) => name)

describe("the procedures that run when one runs", () => {
  it("are those that it calls, directly and indirectly", () => {
    const others = [procedure("B", "c"), procedure("C", "a"), procedure("D", "b"), procedure("c")]
    expect(reached(procedure("A", "x b"), ...others)).toEqual(["A", "B", "C", "c"])
  })

  it.each([
    ["Worksheet_Change", true],
    ["Document_SelectionChange", true],
    ["chart_activate", true],
    ["Worksheet_Open", false],
    ["TextBox1_Change", false]
  ])("may include events that it triggers: %s, %j", (name, isReached) => {
    expect(reached(procedure("A"), procedure(name))).toEqual(isReached ? ["A", name] : ["A"])
    expect(reachableFrom([], [procedure(name)]).size).toBe(0)
  })

  it.each([
    ["Class_Initialize", "form1", true],
    ["UserForm_QueryClose", "form1", true],
    ["UserForm_Click", "form1", false],
    ["TextBox1_Change", "textbox1", true],
    ["Timer1_Timer", "timer1", true],
    ["Request_ReadyStateChange", "request", true],
    ["Button1_Click", "button1", false]
  ])("may include events of what it shows or creates: %s for %s, %j", (name, word, isReached) => {
    expect(reached(procedure("A", word), procedure(name, "", "Form1"))).toEqual(isReached ? ["A", name] : ["A"])
  })

  it("include all of them if one is called by an unknown name", () => {
    const others = [procedure("B", "", "Module1", true), procedure("C")]
    expect(reached(procedure("A", "b"), ...others)).toEqual(["A", "B", "C"])
    expect(reached(procedure("A"), ...others)).toEqual(["A"])
  })

  it("are found in linear time, even if all have one name and call each other", () => {
    const all = Array.from({ length: 40_000 }, () => procedure("A", "a"))
    expect(measureCpuMillis(() => void reachableFrom(all.slice(0, 1), all))).toBeLessThan(2_000)
  })
})
