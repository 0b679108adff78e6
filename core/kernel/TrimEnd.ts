/**
 * A text without the signs at its end. From behind: an expression that ends in `+$` would try at each of thousands of such signs
 * in the middle, and take the square of their number.
 *
 * @param isSign is asked of whole characters, those of two halves (UTF-16) as well
 */
export const trimEnd = (text: string, isSign: (sign: string) => boolean): string => {
  let end = text.length
  while (end > 0) {
    const from = end - (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, end - 2), end)) ? 2 : 1)
    if (!isSign(text.slice(from, end))) break
    end = from
  }
  return text.slice(0, end)
}
