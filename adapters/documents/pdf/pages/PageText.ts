import { holds, type Rectangle } from "../content/Matrix.ts"

/** Gap between two letters, in sizes of the font, from which on a person sees a blank. */
export const wordGapMin = 0.16
/** Distance of two baselines, in sizes of the font, from which on a person sees two lines. */
export const lineGapMin = 0.5
/** The way back along a line, in sizes of the font, from which on it is another line; an accent goes back by half a letter. */
export const lineBackMin = 0.75
/** Letters smaller than this are not for reading; points. */
export const visiblePointsMin = 1
/** Characters of the text under one link. */
export const linkTextCharsMax = 512

/** Comparisons of a letter with a link, of one page; what people make takes some thousand. */
export const comparisonsMax = 16_000_000
/** Rows that a page is cut into, so that a letter is compared with the links at its height only. */
const rows = 256

/** How many characters of visible text may still be taken. */
export interface Room {
  left: number
}

/** The text of a page, put together from strings drawn anywhere on it. */
export class PageText {
  private readonly letters = new Letters()
  /** What is drawn where nobody sees it, or in no colour. */
  hiddenChars = 0
  private gap = ""
  private readonly room: Room
  private readonly box: Rectangle
  private readonly places: Places | null
  /** Where the last string ended, and how it ran. */
  private endX = 0
  private endY = 0
  private alongX = 1
  private alongY = 0
  private size = 0

  /** @param isPlaced whether it will be asked what stands within a rectangle */
  constructor(box: Rectangle, room: Room, isPlaced: boolean) {
    this.box = box
    this.room = room
    this.places = isPlaced ? new Places() : null
  }

  /** Whether a string that begins here, in letters of this size, can be seen. */
  isSeen(x: number, y: number, size: number): boolean {
    const { bottom, left, right, top } = this.box
    return size >= visiblePointsMin && x > left - size && x < right && y > bottom - size && y < top
  }

  /** A string begins: tells whether it goes on where the last one ended, after a blank, or on another line. */
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

  /** A letter whose middle lies there. */
  add(letter: string, x: number, y: number): void {
    if (letter === "") return
    if (letter === " ") {
      if (this.gap === "") this.gap = " "
      return
    }
    if (this.room.left <= 0) return
    const start = this.letters.length
    if (this.gap !== "" && start > 0) this.letters.add(this.gap)
    this.gap = ""
    this.letters.add(letter)
    this.room.left -= this.letters.length - start
    this.places?.add(start, x, y)
  }

  end(x: number, y: number): void {
    this.endX = x
    this.endY = y
  }

  /** What stands apart from what came before. */
  startLine(): void {
    this.gap = "\n"
  }

  toString(): string {
    return this.letters.toString()
  }

  /** What stands within each of these places, a place being one rectangle or several; null where there is no text. */
  within(places: ReadonlyArray<ReadonlyArray<Rectangle>>): ReadonlyArray<string | null> {
    return this.places?.within(places, this.box, this.letters) ?? places.map(() => null)
  }
}

/** A text that grows letter by letter, without a string for each state of it. */
class Letters {
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
    for (let from = 0; from < this.length; from += piece) {
      text += this.slice(from, Math.min(this.length, from + piece))
    }
    return text
  }
}

/** Letters that are made a string at once. */
const piece = 4_096

/** Where each letter stands. */
class Places {
  /** Where it begins among all letters, with the gap before it. */
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
    letters: Letters
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
        if (under.last === index || !holds(at, x, y)) continue
        // A link whose text is long enough is asked no more.
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
