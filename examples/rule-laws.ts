import * as fc from "fast-check"
import { judge, type RuleSet } from "gatehouse"
import { assertLaws, monotoneIn } from "gatehouse/testing"

/** What your rules look at, such as a comment under an article. */
interface Comment {
  readonly author: string
  readonly links: number
}

const rules: RuleSet<Comment> = [
  { code: "NO_NAME", points: 25, when: ({ author }) => author.trim() === "", message: () => "Nobody signed it." },
  { code: "LINKS", points: 40, when: ({ links }) => links > 3, message: ({ links }) => `It holds ${links} links.` },
  { code: "LINK_FARM", points: 0, riskAtLeast: 90, when: ({ links }) => links > 20, message: () => "It is all links." }
]

/** Any comment, the strange ones above all. */
const subjects = fc.record({ author: fc.string(), links: fc.nat(30) })

/** One with more links is never better. */
const worsen = (comment: Comment) => fc.nat(30).map((more) => ({ ...comment, links: comment.links + more }))

assertLaws({ rules, subjects })
fc.assert(monotoneIn({ rules, subjects, worsen }), { numRuns: 1_000 })
console.log(judge(rules, { author: "", links: 5 }))
