import { authoredSource, heldOutSource, type LabelledMessage, templateSource } from "./LabelledMessage.ts"
import { clusters, comparable } from "./NearDuplicates.ts"

/** Of a set without groups this share is never learnt from. */
export const testShare = 0.2

/** Groups that are never learnt from, where a set has groups: one video, and one of each two collections of mail. */
export const testGroups: Readonly<Record<string, ReadonlyArray<string>>> = {
  youtube: ["Shakira - Wa"],
  spamassassin: ["spam-1", "easy-ham-2"]
}

/** Groups that are the only ones of their kind: a share of them is never learnt from, as of sets without groups. */
export const dividedGroups: ReadonlyArray<string> = ["hard-ham-1"]

/** Parts of what is learnt from, each in turn left out, so that the calibration sees scores of texts that were not learnt. */
export const folds = 4

/** A message to learn from. */
export interface Lesson extends LabelledMessage {
  readonly fold: number
}

export interface Split {
  readonly lessons: ReadonlyArray<Lesson>
  readonly tests: ReadonlyArray<LabelledMessage>
  readonly read: number
  /** Copies among the lessons, alike to the letter. */
  readonly copiesOfLessons: number
  /** Tests that are near duplicates of a lesson. */
  readonly testsNearLessons: number
  /** Tests that are near duplicates of another test with the same label. */
  readonly copiesOfTests: number
}

/** FNV-1a of a text, spread: where a text goes depends on nothing but itself. */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Whether a message is a test, before near duplicates are looked at. */
const isTest = (message: LabelledMessage, clusterHash: number): boolean => {
  if (message.source === heldOutSource) return true
  if (message.source === authoredSource || message.source === templateSource) return false
  const held = testGroups[message.source]
  if (held !== undefined && message.group !== null && !dividedGroups.includes(message.group)) {
    return held.includes(message.group)
  }
  return clusterHash % 1_000 < testShare * 1_000
}

/** Comments of one video are left out together, and near duplicates everywhere. */
const foldOf = (message: LabelledMessage, clusterHash: number): number =>
  (message.source === "youtube" ? textHash(message.group ?? "") : clusterHash >>> 10) % folds

/** What to learn from, and what to test with: no test has a near duplicate among the lessons. */
export const split = (messages: ReadonlyArray<LabelledMessage>): Split => {
  const cluster = clusters(messages.map(({ text }) => text))
  const first = (at: number): LabelledMessage => messages[cluster[at] ?? at] ?? messages[at]!
  const hashes = messages.map((_, at) => textHash(comparable(first(at).text)))
  const hash = (at: number): number => hashes[at] ?? 0

  const lessons: Array<Lesson> = []
  const learnt = new Set<number>()
  const seen = new Set<string>()
  let copiesOfLessons = 0
  messages.forEach((message, at) => {
    if (isTest(message, hash(at))) return
    learnt.add(cluster[at] ?? at)
    const key = `${message.spam} ${comparable(message.text)}`
    if (seen.has(key)) copiesOfLessons++
    else {
      seen.add(key)
      lessons.push({ ...message, fold: foldOf(first(at), hash(at)) })
    }
  })

  const tests: Array<LabelledMessage> = []
  const tested = new Set<string>()
  let testsNearLessons = 0
  let copiesOfTests = 0
  messages.forEach((message, at) => {
    if (!isTest(message, hash(at))) return
    const key = `${message.spam} ${cluster[at]}`
    if (learnt.has(cluster[at] ?? at)) testsNearLessons++
    else if (tested.has(key)) copiesOfTests++
    else {
      tested.add(key)
      tests.push(message)
    }
  })
  return { lessons, tests, read: messages.length, copiesOfLessons, testsNearLessons, copiesOfTests }
}
