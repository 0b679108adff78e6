import { addressEnds } from "./HostCharacters.ts"

/** A link with a scheme, as far as the next scheme. */
export interface WrittenLink {
  readonly text: string
  readonly index: number
  /** Part of another link, such as the page behind a redirector: looked up, and not counted. */
  readonly isInner: boolean
}

/** Links with schemes that follow one another without a blank. */
export interface LinkRun {
  readonly index: number
  readonly end: number
  readonly links: ReadonlyArray<WrittenLink>
  /** All of it as one address, where it is one; null for a single link. */
  readonly whole: string | null
}

/** Characters of a link that are taken. */
export const linkCharsMax = 2_048

/** `http:` is followed by two slashes, but browsers take one, more, and the other way round. */
const scheme = String.raw`https?:[/\\]`
const written = new RegExp(
  String.raw`${scheme}{1,9}(?:\[[0-9a-f:.]{2,45}\])?(?:(?!${scheme})[^${addressEnds}]){0,${linkCharsMax}}`,
  "gi"
)

/** All of a text in order, each character in one of them. */
export function* linkRunsIn(text: string): Generator<LinkRun, void> {
  let run: Array<RegExpExecArray> = []
  for (const match of text.matchAll(written)) {
    const last = run.at(-1)
    if (last !== undefined && last.index + last[0].length !== match.index) {
      yield runOf(text, run)
      run = []
    }
    run.push(match)
  }
  if (run.length > 0) yield runOf(text, run)
}

const runOf = (text: string, matches: ReadonlyArray<RegExpExecArray>): LinkRun => {
  const [index, last] = [matches[0]!.index, matches.at(-1)!]
  const end = last.index + last[0].length
  // `http://http://example.com` is no page of a host that is called http.
  const hasInner = matches.length > 1 && hasHost.test(matches[0]![0]) &&
    matches.slice(1).every((match) => /[/=?&#:+%]/.test(text[match.index - 1]!))
  return {
    index,
    end,
    links: matches.map((match, at) => ({ text: match[0], index: match.index, isInner: hasInner && at > 0 })),
    whole: matches.length > 1 ? text.slice(index, Math.min(end, index + linkCharsMax)) : null
  }
}

const hasHost = /^https?:[/\\]+[^/\\?#]+[/\\?#]/i
