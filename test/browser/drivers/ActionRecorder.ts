import type { CDPSession, Page } from "playwright-core"
import { pause } from "./Driver.ts"

/** Input action of a mouse, a keyboard or a touchscreen. */
export type InputAction =
  | { readonly kind: "mouse"; readonly x: number; readonly y: number }
  | { readonly kind: "press" | "release" }
  | { readonly kind: "down" | "up"; readonly key: string }
  | {
    readonly kind: "touch" | "drag"
    readonly x: number
    readonly y: number
    readonly radius: number
  }
  | { readonly kind: "lift" }
  /** Letter of an on-screen keyboard, which sends no key events. */
  | { readonly kind: "letter"; readonly text: string }

/** Actions with their times in milliseconds since the start of the recording. */
export type ActionRecording = Array<{ readonly at: number; readonly move: InputAction }>

/** Performs actions as browser input and records them. */
export class ActionRecorder {
  readonly recording: ActionRecording = []
  readonly #page: Page
  readonly #devtools: CDPSession
  readonly #start = performance.now()

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page
    this.#devtools = devtools
  }

  static async open(page: Page): Promise<ActionRecorder> {
    return new ActionRecorder(page, await page.context().newCDPSession(page))
  }

  async perform(move: InputAction): Promise<void> {
    this.recording.push({ at: performance.now() - this.#start, move })
    switch (move.kind) {
      case "mouse":
        return this.#page.mouse.move(move.x, move.y)
      case "press":
        return this.#page.mouse.down()
      case "release":
        return this.#page.mouse.up()
      case "down":
        return this.#page.keyboard.down(move.key)
      case "up":
        return this.#page.keyboard.up(move.key)
      case "touch":
        return this.#touch("touchStart", [{ x: move.x, y: move.y, radiusX: move.radius, radiusY: move.radius * 1.2 }])
      case "drag":
        return this.#touch("touchMove", [{ x: move.x, y: move.y, radiusX: move.radius, radiusY: move.radius * 1.2 }])
      case "lift":
        return this.#touch("touchEnd", [])
      case "letter": {
        const key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 229 }
        await this.#devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key })
        await this.#devtools.send("Input.insertText", { text: move.text })
        await this.#devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key })
      }
    }
  }

  async #touch(
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: Array<{ x: number; y: number; radiusX: number; radiusY: number }>
  ): Promise<void> {
    await this.#devtools.send("Input.dispatchTouchEvent", { type, touchPoints })
  }
}

/** Replays the actions at their recorded times. */
export const replayActions = async (page: Page, trail: ActionRecording): Promise<void> => {
  const hand = await ActionRecorder.open(page)
  const start = performance.now()
  for (const { at, move } of trail) {
    const wait = at - (performance.now() - start)
    if (wait > 0) await pause(wait)
    await hand.perform(move)
  }
}
