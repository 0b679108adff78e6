import { addressEnds } from "./HostNames.ts"

/** Links with schemes that follow one another without a blank. */
export interface LinkRun {
  readonly index: number
  readonly end: number
  /** Each as far as the next scheme. */
  readonly links: ReadonlyArray<string>
  /** All of it, where there is more than one. */
  readonly whole: string | null
  /** One link that holds another, such as a redirector's. */
  readonly isOne: boolean
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
      yield* runOf(text, run)
      run = []
    }
    run.push(match)
  }
  yield* runOf(text, run)
}

/** None where there is no match. */
const runOf = (text: string, matches: ReadonlyArray<RegExpExecArray>): ReadonlyArray<LinkRun> => {
  const [first, last] = [matches[0], matches.at(-1)]
  if (first === undefined || last === undefined) return []
  const { index } = first
  const end = last.index + last[0].length
  return [{
    index,
    end,
    links: matches.map(([link]) => link),
    whole: matches.length > 1 ? text.slice(index, Math.min(end, index + linkCharsMax)) : null,
    // `http://http://example.com` is no page of a host that is called http; and three are a list.
    isOne: matches.length === 2 && hasHost.test(first[0]) && /[/=?&#:+%]/.test(text.charAt(last.index - 1))
  }]
}

const hasHost = /^https?:[/\\]+[^/\\?#]+[/\\?#]/i
