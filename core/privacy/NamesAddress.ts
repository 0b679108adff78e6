import { folded } from "../history/RequestQuery.ts"

/** A sign that an address could begin earlier with; those that also part the pieces of a URL or of a sentence do not count. */
const goesBefore = /[a-z0-9.!#$%*+^_`{|}~-]/
/** What makes its domain another one. */
const goesOn = /^(?:[a-z0-9-]|\.[a-z0-9])/

/** Where a text first holds this address as a whole: `joann@example.com` does not hold `ann@example.com`. -1 where it does not. */
export const addressIn = (text: string, address: string): number => {
  const [within, wanted] = [folded(text), folded(address)]
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (!goesBefore.test(within.slice(Math.max(0, at - 1), at)) && !goesOn.test(within.slice(end, end + 2))) return at
  }
  return -1
}

export const namesAddress = (text: string | null, address: string): boolean =>
  text !== null && addressIn(text, address) >= 0
