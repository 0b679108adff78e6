import { readNarrowText } from "../biff/BiffStrings.ts"
import { charFunction, concatenateFunction } from "./MacroFunctions.ts"

/** Maximum characters of one formula's text. The reader marks omitted text with `…`. */
export const formulaCharsMax = 16_384

/**
 * Part of a formula. `value` is its computed string or number, or null. A computed string has no formatted text yet.
 */
type Operand = { readonly text: string; readonly value: number | null } | {
  readonly text: null
  readonly value: string
}

/** Returns the text of an operand. Quotes computed strings only here, so that concatenations can first extend them. */
const operandText = ({ text, value }: Operand): string => text ?? `"${value.replaceAll("\"", "\"\"")}"`

/**
 * Operand stack of a formula in reverse Polish notation. Evaluates concatenated constants such as `"cm"&CHAR(100)`,
 * which hide commands. Counts the characters of all pushed operands, so a short formula cannot grow without limit.
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

  /** Removes and returns the top operand. If the stack is empty, returns an empty operand. */
  private pop(): Operand {
    return this.operands.pop() ?? { text: "", value: null }
  }

  wrap(before: string, after: string): void {
    this.pushOperand(before + operandText(this.pop()) + after)
  }

  binary(operator: string): void {
    const [right, left] = [this.pop(), this.pop()]
    const joined = operator === "&" ? concatenate([left, right]) : null
    if (joined === null) this.pushOperand(operandText(left) + operator + operandText(right))
    else this.operands.push({ text: null, value: joined })
  }

  call(number: number | null, name: string, parameters: number): void {
    const operands: Array<Operand> = []
    const count = Math.min(parameters, this.operands.length)
    for (let left = count; left > 0; left--) operands.push(this.pop())
    operands.reverse()
    const known = number === null ? null : evaluate(number, operands)
    if (known !== null) {
      this.operands.push({ text: null, value: known })
      return
    }
    // The first operand is the name of a function that is not built in.
    const first = name === "" ? operands.shift() : undefined
    const called = first === undefined ? name : operandText(first)
    this.chars += called.length + 2
    let text = `${called}(`
    for (const [at, operand] of operands.entries()) text += at === 0 ? operandText(operand) : `,${operandText(operand)}`
    this.pushOperand(`${text})`)
  }

  /** Returns the text of the remaining operands. A complete formula leaves one operand. */
  text(): string {
    return this.operands.map(operandText).join(",")
  }

  /** Pushes text that is made of operands. Their characters are already counted. */
  private pushOperand(text: string): void {
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

const evaluate = (number: number, operands: ReadonlyArray<Operand>): string | null => {
  if (number === concatenateFunction) return concatenate(operands)
  const code = operands[0]?.value
  if (number !== charFunction || operands.length !== 1 || typeof code !== "number") return null
  return code >= 1 && code < 256 ? readNarrowText(Uint8Array.of(code), 0, 1).text : null
}
