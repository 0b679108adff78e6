import type { ContentLexer } from "./ContentLexer.ts"

/** Transformation matrix `[a b c d e f]` (ISO 32000-2, section 8.3.4). */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const identityMatrix: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** Returns the transformation that applies the first matrix, then the second. */
export const multiply = (first: Matrix, second: Matrix): Matrix => ({
  a: first.a * second.a + first.b * second.c,
  b: first.a * second.b + first.b * second.d,
  c: first.c * second.a + first.d * second.c,
  d: first.c * second.b + first.d * second.d,
  e: first.e * second.a + first.f * second.c + second.e,
  f: first.e * second.b + first.f * second.d + second.f
})

/** Returns a matrix from values in a file, or null unless there are six numbers. */
export const matrixOf = (values: ReadonlyArray<unknown>): Matrix | null => {
  const [a, b, c, d, e, f] = values.slice(0, 6).map((value) => typeof value === "number" ? value : Number.NaN)
  const matrix = {
    a: a ?? Number.NaN,
    b: b ?? Number.NaN,
    c: c ?? Number.NaN,
    d: d ?? Number.NaN,
    e: e ?? Number.NaN,
    f: f ?? Number.NaN
  }
  return Object.values(matrix).every(Number.isFinite) ? matrix : null
}

/** Returns the operands of `cm` or `Tm` as a matrix. */
export const operandMatrix = (lexer: ContentLexer): Matrix => ({
  a: lexer.number(0),
  b: lexer.number(1),
  c: lexer.number(2),
  d: lexer.number(3),
  e: lexer.number(4),
  f: lexer.number(5)
})

/** Axis-aligned rectangle with `left` ≤ `right` and `bottom` ≤ `top`. */
export interface Rectangle {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** Returns the bounds of points given as alternating x and y. Returns null if a number is missing. */
export const boundsOf = (numbers: ReadonlyArray<unknown>): Rectangle | null => {
  if (numbers.length < 4 || numbers.length % 2 !== 0) return null
  const bounds = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = [numbers[at], numbers[at + 1]]
    if (!isFiniteNumber(x) || !isFiniteNumber(y)) return null
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.min(bounds.bottom, y)
    bounds.top = Math.max(bounds.top, y)
  }
  return bounds
}

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)

/** Returns the bounding box of a transformed rectangle. */
export const transformBounds = ({ bottom, left, right, top }: Rectangle, { a, b, c, d, e, f }: Matrix): Rectangle => {
  const [fromLeft, fromRight, fromBottom, fromTop] = [a * left, a * right, c * bottom, c * top]
  const [upLeft, upRight, upBottom, upTop] = [b * left, b * right, d * bottom, d * top]
  return {
    left: Math.min(fromLeft, fromRight) + Math.min(fromBottom, fromTop) + e,
    bottom: Math.min(upLeft, upRight) + Math.min(upBottom, upTop) + f,
    right: Math.max(fromLeft, fromRight) + Math.max(fromBottom, fromTop) + e,
    top: Math.max(upLeft, upRight) + Math.max(upBottom, upTop) + f
  }
}

export const containsPoint = ({ bottom, left, right, top }: Rectangle, x: number, y: number): boolean =>
  x >= left && x <= right && y >= bottom && y <= top
