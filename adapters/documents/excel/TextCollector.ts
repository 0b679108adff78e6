import { textCharsMax } from "../../../core/documents/facts/Fact.ts"

/** Texts of a document one under the other, as many as a fact may hold. */
export class TextCollector {
  private readonly lines: Array<string> = []
  private chars = 0
  isFull = false

  add(text: string): void {
    const line = text.trim()
    if (line === "" || this.isFull) return
    const room = textCharsMax - this.chars
    this.lines.push(line.slice(0, room))
    this.chars += line.length + 1
    this.isFull = this.chars > textCharsMax
  }

  text(): string {
    return this.lines.join("\n").slice(0, textCharsMax)
  }
}
