/**
 * Removes matching characters from the end of a text. Scans from the end, because a regular expression that ends in
 * `+$` takes quadratic time with thousands of matching characters in the middle.
 *
 * @param isSign called with whole code points, including surrogate pairs
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
