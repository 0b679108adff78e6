import { addressEndCharacters } from "./HostNames.ts"

/** Links with schemes that follow each other without a space. */
export interface LinkRun {
  readonly index: number
  readonly end: number
  /** Links of the run. Each link ends at the next scheme. */
  readonly links: ReadonlyArray<string>
  /** Text of the whole run, or null if it has only one link. */
  readonly whole: string | null
  /** Whether the run is one link that contains another, as in redirectors. */
  readonly isNested: boolean
}

export const linkCharsMax = 2_048

/** Scheme of a link. Browsers accept one or more slashes or backslashes after `http:`. */
const scheme = String.raw`https?:[/\\]`
const written = new RegExp(
  String.raw`${scheme}{1,9}(?:\[[0-9a-f:.]{2,45}\])?(?:(?!${scheme})[^${addressEndCharacters}]){0,${linkCharsMax}}`,
  "gi"
)

/** Yields all links of a text in order, grouped into runs. */
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
    // Excludes `http://http://example.com`, whose first link has no host, and runs of three or more links.
    isNested: matches.length === 2 && hasHost.test(first[0]) && /[/=?&#:+%]/.test(text.charAt(last.index - 1))
  }]
}

const hasHost = /^https?:[/\\]+[^/\\?#]+[/\\?#]/i
