import { narrowText } from "../biff/BiffStrings.ts"
import { charFunction, concatenateFunction } from "./MacroFunctions.ts"

/** Characters of one formula's text; the rest of it is left out, which `…` says. */
export const formulaCharsMax = 16_384

/** A part of a formula: its text, and its value where that is a text or a number that is known. */
type Operand = { readonly text: string; readonly value: number | null } | {
  readonly text: null
  readonly value: string
}

/** A known text is put between quotes only where it is used, for it may still grow. */
const textOf = ({ text, value }: Operand): string => text ?? `"${value.replaceAll("\"", "\"\"")}"`

/**
 * The operands of a formula that is written in reverse Polish. What is put together of constants, as in `"cm"&CHAR(100)`, is
 * worked out, for that is how commands are hidden. The operands that were put in are counted by their characters, so that a
 * short formula cannot grow.
 */
export class FormulaStack {
  private readonly operands: Array<Operand> = []
  private chars = 0

  get isFull(): boolean {
    return this.chars > formulaCharsMax
  }

  push(text: string, value: number | null = null): void {
    this.chars += text.length
    this.operands.push({ text, value })
  }

  pushText(text: string): void {
    this.chars += text.length
    this.operands.push({ text: null, value: text })
  }

  /** An operand that is not there has no text. */
  private pop(): Operand {
    return this.operands.pop() ?? { text: "", value: null }
  }

  around(before: string, after: string): void {
    this.put(before + textOf(this.pop()) + after)
  }

  binary(operator: string): void {
    const [right, left] = [this.pop(), this.pop()]
    const joined = operator === "&" ? concatenate([left, right]) : null
    if (joined === null) this.put(textOf(left) + operator + textOf(right))
    else this.operands.push({ text: null, value: joined })
  }

  call(number: number | null, name: string, parameters: number): void {
    const operands: Array<Operand> = []
    const count = Math.min(parameters, this.operands.length)
    for (let left = count; left > 0; left--) operands.push(this.pop())
    operands.reverse()
    const known = number === null ? null : valueOf(number, operands)
    if (known !== null) {
      this.operands.push({ text: null, value: known })
      return
    }
    // The name of a function that is not built in is the first of what stands on the stack.
    const first = name === "" ? operands.shift() : undefined
    const called = first === undefined ? name : textOf(first)
    this.chars += called.length + 2
    let text = `${called}(`
    for (const [at, operand] of operands.entries()) text += at === 0 ? textOf(operand) : `,${textOf(operand)}`
    this.put(`${text})`)
  }

  /** What is left; one operand where the formula is whole. */
  text(): string {
    return this.operands.map(textOf).join(",")
  }

  /** Made of operands that were counted before. */
  private put(text: string): void {
    this.chars++
    this.operands.push({ text, value: null })
  }
}

const concatenate = (operands: ReadonlyArray<Operand>): string | null => {
  let joined = ""
  let hasText = false
  for (const { value } of operands) {
    if (value === null) return null
    hasText ||= typeof value === "string"
    joined += value
  }
  return hasText ? joined : null
}

const valueOf = (number: number, operands: ReadonlyArray<Operand>): string | null => {
  if (number === concatenateFunction) return concatenate(operands)
  const code = operands[0]?.value
  if (number !== charFunction || operands.length !== 1 || typeof code !== "number") return null
  return code >= 1 && code < 256 ? narrowText(Uint8Array.of(code), 0, 1).text : null
}
