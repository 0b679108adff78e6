import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { judgeSession } from "../../../../core/shield/score/JudgeSession.ts"
import { requiredCounts } from "../../../../core/shield/score/PlausibleSignals.ts"
import { scoreCatalog, type ScoreCode } from "../../../../core/shield/score/ScoreCatalog.ts"
import type { Session } from "../../../../core/shield/SessionJudgment.ts"
import { shieldSignalsPage } from "../../../../scripts/pages/ShieldSignalsPage.ts"
import { readText } from "../../../house/Tree.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { nothing, ordinary, people, requestOf, sessionOf } from "./People.ts"
import { signalExamples } from "./SignalExamples.ts"

const codes = Object.keys(scoreCatalog) as ReadonlyArray<ScoreCode>

describe.each(codes)("%s", (code) => {
  const { nearMiss, raisedBy } = signalExamples[code]

  it("is raised", () => {
    expect(raisedBy.length).toBeGreaterThan(0)
    for (const session of raisedBy) expect(judgeSession(session).reasons, JSON.stringify(session)).toContain(code)
  })

  it("is not raised by a near miss", () => {
    expect(nearMiss.length).toBeGreaterThan(0)
    for (const session of nearMiss) expect(judgeSession(session).reasons, JSON.stringify(session)).not.toContain(code)
  })
})

describe("people", () => {
  it.each(Object.entries(people))("who use %s score at least 70", (_, signals) => {
    const { reasons, score } = judgeSession(sessionOf(signals, { request: requestOf(signals) }))
    expect(score, reasons.join()).toBeGreaterThanOrEqual(70)
  })

  it("without known signals score 75", () =>
    expect(judgeSession(sessionOf({ v: 1, ...nothing, acts: 2 })).score).toBe(75))

  it("with open developer tools score at least 70", () =>
    expect(
      judgeSession(sessionOf({ ...people.keyboard, debugged: true, frameless: true, softwareGraphics: true })).score
    )
      .toBeGreaterThanOrEqual(70))

  it("with assistive software that briefly presses the middle of buttons are no bots", () => {
    const { reasons, score } = judgeSession(
      sessionOf({
        ...ordinary,
        acts: 12,
        clicks: 4,
        moves: 4,
        jumps: 4,
        centred: 4,
        holdCount: 4,
        holdMedian: 1,
        filled: 3,
        typed: 3
      })
    )
    expect(reasons).toEqual(expect.arrayContaining(["CENTRED_CLICKS", "POINTER_JUMPS", "SHORT_HOLDS"]))
    expect(score).toBeGreaterThanOrEqual(40)
  })
})

describe("judgeSession", () => {
  it("sorts reasons by weight", () => {
    const { reasons } = judgeSession(
      sessionOf({ ...ordinary, webdriver: true, smallScreen: true, debugged: true, acts: 0 })
    )
    expect(reasons).toEqual(["WEBDRIVER", "NO_INTERACTION", "DEBUGGED", "SMALL_SCREEN", "UNHURRIED"])
  })

  it("subtracts the logarithm of the pressure, up to the family's limit", () => {
    const scores = [1, 10, 40, 100, 200, 1e6, Number.MAX_VALUE].map((address) =>
      judgeSession(sessionOf(people.mouse, { pressure: { address, network: address, instance: 1 } })).score
    )
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(90)
    expect(scores.at(-1)).toBeGreaterThanOrEqual(40)
  })

  it("limits scores with SHA-256 proofs to 70", () =>
    expect(judgeSession(sessionOf(people.mouse, { profile: "sha256" })).score).toBe(70))

  it("never increases with one more bad sign", () => {
    const flips: ReadonlyArray<(session: Session) => Session> = [
      ...([
        "webdriver",
        "webdriverPatched",
        "toolGlobals",
        "debugged",
        "frameDiffers",
        "smallScreen",
        "softwareGraphics"
      ] as const)
        .map((name) => (session: Session) => ({ ...session, signals: { ...session.signals as object, [name]: true } })),
      (session) => ({ ...session, shapeSeen: 1 }),
      (session) => ({ ...session, networkChanged: true }),
      (session) => ({ ...session, solveMillis: 0 }),
      (session) => ({ ...session, request: { ...session.request, isSelfDeclaredBot: true } })
    ]
    const session = fc.constantFrom(...Object.values(people)).map((signals) => sessionOf(signals))
    fc.assert(fc.property(session, fc.shuffledSubarray([...flips]), (session, flips) => {
      let [before, worse] = [judgeSession(session).score, session]
      for (const flip of flips) {
        worse = flip(worse)
        const after = judgeSession(worse).score
        expect(after).toBeLessThanOrEqual(before)
        before = after
      }
    }))
  })

  it("treats unknown measurements as neutral", () => {
    for (const { nearMiss, raisedBy } of Object.values(signalExamples)) {
      for (const session of [...nearMiss, ...raisedBy]) {
        if (typeof session.signals !== "object" || session.signals === null) continue
        const known = new Set(judgeSession(session).reasons)
        // Keeps `speedCount`, because turns are derived from speeds.
        const always: ReadonlySet<string> = new Set(["v", "shape", "speedCount", ...requiredCounts])
        for (const name of Object.keys(session.signals).filter((name) => !always.has(name))) {
          const { [name]: _, ...signals } = session.signals as Record<string, unknown>
          const bad = judgeSession({ ...session, signals }).reasons.filter((code) =>
            scoreCatalog[code as ScoreCode].logit < 0
          )
          expect(bad.filter((code) => !known.has(code)), `without ${name}: ${JSON.stringify(session.signals)}`).toEqual(
            []
          )
        }
      }
    }
  })

  it("judges any input", () => {
    const text = fc.option(fc.string({ unit: anyCharacter }), { nil: null })
    const request = fc.record({
      address: fc.string(),
      userAgent: text,
      isSelfDeclaredBot: fc.constantFrom(true, false, null),
      acceptLanguage: text,
      secFetchSite: text,
      secFetchMode: text,
      secFetchDest: text,
      clientHints: text,
      clientHintsMobile: text,
      clientHintsPlatform: text
    })
    const signals = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(people.mouse)), fc.anything()).map((some) => ({ ...some, v: 1 }))
    )
    fc.assert(fc.property(signals, request, fc.double(), fc.double(), fc.double(), (signals, request, a, b, c) => {
      const { score } = judgeSession(sessionOf(signals, {
        request,
        pressure: { address: a, network: b, instance: c },
        solveMillis: a,
        sinceChallengeMillis: b,
        shapeSeen: c
      }))
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }))
  })

  it("takes no longer for long and hostile headers", () => {
    const long = "Version/1.0 ".repeat(700) + "\"Chromium\";v=\"".repeat(700)
    const session = sessionOf({ ...ordinary, userAgent: long.slice(0, 500), languages: ",en".repeat(170) }, {
      request: { ...requestOf(ordinary), userAgent: long, clientHints: long, acceptLanguage: ", a".repeat(3_000) }
    })
    expect(measureCpuMillis(() => void judgeSession(session))).toBeLessThan(200)
  })
})

describe("docs/reference/shield-signals.md", () => {
  it("is generated from the catalog (npm run docs)", () =>
    expect(readText("docs/reference/shield-signals.md")).toBe(shieldSignalsPage()))
})
