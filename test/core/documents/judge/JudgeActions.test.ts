import { describe, expect, it } from "vitest"
import {
  type ActionKind,
  actionKinds,
  type ActionTrigger,
  actionTriggers
} from "../../../../core/documents/facts/DocumentAction.ts"
import { judgeActions } from "../../../../core/documents/judge/JudgeActions.ts"

const judged = (kind: ActionKind, trigger: ActionTrigger, target: string | null): string =>
  judgeActions([{ kind: "action", action: { kind, trigger, target, script: null }, where: "object 1" }])
    .map(({ code, penalty }) => `${short[code]!}${penalty}`).join(" ")

const short: Readonly<Record<string, string>> = {
  JAVASCRIPT: "script ",
  AUTO_ACTION: "auto ",
  HIDDEN_OBJECT: "hidden ",
  LAUNCH_ACTION: "launch ",
  REMOTE_DOCUMENT_ACTION: "remote ",
  CREDENTIAL_LEAK_PATH: "leak ",
  FORM_SUBMIT: "form ",
  RICH_MEDIA: "media "
}

/** Findings by trigger: open, field, click, unreachable. */
type Row = readonly [string, string, string, string]
const all = (one: string): Row => [one, one, one, one]
/** Returns a row from the findings of the automatic triggers, of a click, and of an unreachable action. */
const either = (itself: string, click: string, never = click): Row => [itself, itself, click, never]

const table = (target: string | null): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(actionKinds.map((kind) => [kind, actionTriggers.map((trigger) => judged(kind, trigger, target))]))

describe("every kind of action, by trigger", () => {
  it("that leads to the web", () => {
    expect(table("https://a.example/b")).toEqual({
      JavaScript: either("script 25", "script 20"),
      Launch: all("launch 70"),
      URI: either("auto 35", "", "hidden 16"),
      GoToR: either("auto 35", "remote 35", "hidden 35"),
      GoToE: either("auto 35", "remote 35", "hidden 35"),
      Thread: either("auto 35", "remote 35", "hidden 35"),
      SubmitForm: either("auto 35", "form 10", "hidden 35"),
      ImportData: either("auto 35", "form 35", "hidden 35"),
      Rendition: either("auto 35", "media 18", "hidden 35"),
      Movie: either("auto 35", "media 18", "hidden 35"),
      Sound: either("auto 35", "media 8", "hidden 35"),
      GoTo3DView: either("auto 35", "", "hidden 35"),
      RichMediaExecute: either("auto 35", "media 18", "hidden 35")
    })
  })

  it("that leads to an external or internal network share", () => {
    const others = Object.fromEntries(actionKinds.map((kind) => [kind, all("leak 60")]))
    const script = either("leak 60 script 25", "leak 60 script 20")
    expect(table("\\\\a.example\\b.pdf")).toEqual({
      ...others,
      JavaScript: script,
      Launch: either("leak 60 launch 70", "leak 60"),
      URI: either("leak 60", "leak 10")
    })
    const within = Object.fromEntries(actionKinds.map((kind) => [kind, either("leak 60", "leak 16")]))
    expect(table("file://server/b.pdf")).toEqual({
      ...within,
      JavaScript: either("leak 60 script 25", "leak 16 script 20"),
      Launch: either("leak 60 launch 70", "leak 16"),
      URI: either("leak 60", "leak 10")
    })
  })

  it("that leads to a neighboring document, or nowhere", () => {
    const beside = {
      JavaScript: either("script 25", "script 20"),
      Launch: either("launch 70", "launch 8"),
      URI: either("auto 35", ""),
      GoToR: either("auto 35", ""),
      GoToE: either("auto 35", ""),
      Thread: either("auto 35", ""),
      SubmitForm: either("auto 35", "form 10"),
      ImportData: either("auto 35", "form 25"),
      Rendition: either("auto 35", "media 18"),
      Movie: either("auto 35", "media 18"),
      Sound: all("media 8"),
      GoTo3DView: all(""),
      RichMediaExecute: either("auto 35", "media 18")
    }
    expect(table("other.pdf")).toEqual(beside)
    expect(table(null)).toEqual({ ...beside, Launch: all("launch 70"), SubmitForm: either("auto 35", "") })
  })
})

describe("a submission on click", () => {
  it.each([
    ["https://a.example/form", "form 10"],
    ["http://8.8.8.8/form", "form 25"],
    ["http://0x08080808/form", "form 25"],
    ["http://[2001:db8::1]/", "form 25"],
    ["http://8.8.8.8.example/", "form 10"],
    ["mailto:ann@a.example", "form 10"]
  ])("sends a form to %s: %s", (target, is) => expect(judged("SubmitForm", "click", target)).toBe(is))
})
