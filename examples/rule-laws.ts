import * as fc from "fast-check"
import { judge, type RuleSet } from "gatehouse"
import { assertLaws, monotoneIn } from "gatehouse/testing"

/** Subject of the rules: a comment under an article. */
interface Comment {
  readonly author: string
  readonly links: number
}

const rules: RuleSet<Comment> = [
  {
    code: "NO_NAME",
    points: 25,
    when: ({ author }) => author.trim() === "",
    message: () => "The comment has no author."
  },
  {
    code: "LINKS",
    points: 40,
    when: ({ links }) => links > 3,
    message: ({ links }) => `The comment has ${links} links.`
  },
  {
    code: "LINK_FARM",
    points: 0,
    riskAtLeast: 90,
    when: ({ links }) => links > 20,
    message: () => "The comment consists of links."
  }
]

/** Generates arbitrary comments, including unusual ones. */
const subjects = fc.record({ author: fc.string(), links: fc.nat(30) })

/** Generates copies of the comment with more links. More links must never improve the score. */
const worsen = (comment: Comment) => fc.nat(30).map((more) => ({ ...comment, links: comment.links + more }))

assertLaws({ rules, subjects })
fc.assert(monotoneIn({ rules, subjects, worsen }), { numRuns: 1_000 })
console.log(judge(rules, { author: "", links: 5 }))
