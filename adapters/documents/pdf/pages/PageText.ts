import type { HiddenTextKind } from "../../../../core/documents/facts/Fact.ts"
import { containsPoint, type Rectangle } from "../content/Matrix.ts"

/** Minimum gap between letters that counts as a space, in font sizes. */
export const wordGapMin = 0.16
/** Minimum distance of baselines that counts as a new line, in font sizes. */
export const lineGapMin = 0.5
/**
 * Minimum backward distance along a line that counts as a new line, in font sizes. An accent moves back by half a
 * letter.
 */
export const lineBackMin = 0.75
/** Minimum size of readable letters, in points. */
export const visiblePointsMin = 2
/** Maximum characters of the text of one link. */
export const linkTextCharsMax = 512

/** Maximum comparisons of letters with links per page. Genuine pages need a few thousand. */
export const comparisonsMax = 16_000_000
/** Number of horizontal bands per page, so that a letter is compared only with links in its band. */
const rows = 256

/** Number of visible characters that may still be collected. */
export interface CharBudget {
  left: number
}

/** Assembles the text of a page from strings drawn at any position. */
export class PageText {
  private readonly letters = new TextBuilder()
  /** Number of characters that are invisible, too small or outside of the page. */
  hiddenChars = 0
  readonly hiddenTexts = new Map<HiddenTextKind, PageText>()
  private readonly hiddenBudget: CharBudget
  private gap = ""
  private readonly budget: CharBudget
  private readonly box: Rectangle
  private readonly positions: LetterPositions | null
  /** End position, direction and size of the last string. */
  private endX = 0
  private endY = 0
  private alongX = 1
  private alongY = 0
  private size = 0

  /** @param isPlaced true if `within` will be called */
  constructor(box: Rectangle, budget: CharBudget, isPlaced: boolean, hiddenBudget: CharBudget) {
    this.hiddenBudget = hiddenBudget
    this.box = box
    this.budget = budget
    this.positions = isPlaced ? new LetterPositions() : null
  }

  /** Returns why a string at this position and letter size cannot be seen, or null if it can. */
  hiddenKind(x: number, y: number, size: number): HiddenTextKind | null {
    const { bottom, left, right, top } = this.box
    if (!(size >= visiblePointsMin)) return "tiny text"
    return x > left - size && x < right && y > bottom - size && y < top ? null : "text outside of the page"
  }

  /** Returns the text of the page that is hidden in this way. */
  hidden(kind: HiddenTextKind): PageText {
    const text = this.hiddenTexts.get(kind) ?? new PageText(this.box, this.hiddenBudget, false, this.hiddenBudget)
    this.hiddenTexts.set(kind, text)
    return text
  }

  /** Starts a string. Determines whether it continues the last string, follows a space, or starts a new line. */
  begin(x: number, y: number, alongX: number, alongY: number, size: number): void {
    if (this.letters.length > 0) {
      const dx = x - this.endX
      const dy = y - this.endY
      const along = dx * this.alongX + dy * this.alongY
      const across = Math.abs(dx * this.alongY - dy * this.alongX)
      const isTurned = alongX * this.alongX + alongY * this.alongY < 0.9
      const larger = Math.max(size, this.size)
      if (isTurned || across > lineGapMin * larger || along < -lineBackMin * larger) this.gap = "\n"
      else if (along > wordGapMin * Math.min(size, this.size) && this.gap === "") this.gap = " "
    }
    this.alongX = alongX
    this.alongY = alongY
    this.size = size
  }

  /** Adds a letter with its center at this position. */
  add(letter: string, x: number, y: number): void {
    if (letter === "") return
    if (letter === " ") {
      if (this.gap === "") this.gap = " "
      return
    }
    if (this.budget.left <= 0) return
    const start = this.letters.length
    if (this.gap !== "" && start > 0) this.letters.add(this.gap)
    this.gap = ""
    this.letters.add(letter)
    this.budget.left -= this.letters.length - start
    this.positions?.add(start, x, y)
  }

  end(x: number, y: number): void {
    this.endX = x
    this.endY = y
  }

  startLine(): void {
    this.gap = "\n"
  }

  toString(): string {
    return this.letters.toString()
  }

  /**
   * Returns the text within each place, or null for a place without text. A place consists of one or several
   * rectangles.
   */
  within(places: ReadonlyArray<ReadonlyArray<Rectangle>>): ReadonlyArray<string | null> {
    return this.positions?.within(places, this.box, this.letters) ?? places.map(() => null)
  }
}

/** Builds text letter by letter without intermediate strings. */
class TextBuilder {
  length = 0
  private units = new Uint16Array(4_096)

  add(text: string): void {
    if (this.length + text.length > this.units.length) {
      const larger = new Uint16Array((this.length + text.length) * 2)
      larger.set(this.units)
      this.units = larger
    }
    for (let at = 0; at < text.length; at++) this.units[this.length++] = text.charCodeAt(at)
  }

  slice(from: number, to: number): string {
    return String.fromCharCode(...this.units.subarray(from, to))
  }

  toString(): string {
    let text = ""
    for (let from = 0; from < this.length; from += lettersPerJoin) {
      text += this.slice(from, Math.min(this.length, from + lettersPerJoin))
    }
    return text
  }
}

/** Maximum UTF-16 code units that are converted to a string at once. */
const lettersPerJoin = 4_096

class LetterPositions {
  /** Start index of each letter in the text. The text of a letter includes the gap before it. */
  private readonly starts: Array<number> = []
  private readonly xs: Array<number> = []
  private readonly ys: Array<number> = []

  add(start: number, x: number, y: number): void {
    this.starts.push(start)
    this.xs.push(x)
    this.ys.push(y)
  }

  within(
    places: ReadonlyArray<ReadonlyArray<Rectangle>>,
    box: Rectangle,
    letters: TextBuilder
  ): ReadonlyArray<string | null> {
    const rowOf = (y: number) =>
      Math.max(0, Math.min(rows - 1, Math.floor((y - box.bottom) / (box.top - box.bottom || 1) * rows)))
    const byRow = Array.from({ length: rows }, (): Array<{ readonly place: number; readonly at: Rectangle }> => [])
    for (const [place, rectangles] of places.entries()) {
      for (const at of rectangles) {
        for (let row = rowOf(at.bottom); row <= rowOf(at.top); row++) byRow[row]?.push({ place, at })
      }
    }
    const found = places.map(() => ({ text: "", last: -1 }))
    let left = comparisonsMax
    for (let index = 0; index < this.starts.length; index++) {
      const [x, y] = [this.xs[index]!, this.ys[index]!]
      const row = byRow[rowOf(y)]!
      left -= row.length
      if (left < 0) break
      let letter: string | null = null
      for (let one = row.length - 1; one >= 0; one--) {
        const { at, place } = row[one]!
        const under = found[place]!
        if (under.last === index || !containsPoint(at, x, y)) continue
        // Remove a link from the band when its text has the maximum length.
        if (under.text.length >= linkTextCharsMax) {
          row[one] = row.at(-1)!
          row.pop()
          continue
        }
        letter ??= letters.slice(this.starts[index]!, this.starts[index + 1] ?? letters.length)
        under.text += under.last === index - 1 || under.last < 0 ? letter : ` ${letter}`
        under.last = index
      }
    }
    return found.map(({ text }) => text === "" ? null : text.replaceAll(/\s+/g, " ").trim())
  }
}
