/** Of what comes after the kind of key. */
const [headChars, tailChars] = [4, 4]

/** A key without its middle: `gh_site_AbCd…WxYz`. */
export const shortened = (key: string): string => {
  const head = key.slice(0, /^gh_[a-z]+_/.exec(key)?.[0].length ?? 0)
  const rest = key.slice(head.length)
  return rest.length <= headChars + tailChars + 1
    ? key
    : `${head}${rest.slice(0, headChars)}…${rest.slice(-tailChars)}`
}
