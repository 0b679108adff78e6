import { authoredSource, heldOutSource, type LabeledMessage, templateSource } from "./LabeledMessage.ts"
import { clusterNearDuplicates, normalizeText } from "./NearDuplicates.ts"

/** In data sets without groups, the fraction of messages that is reserved for tests. */
export const testShare = 0.2

/** Groups reserved for tests: one video, and one group of each of two mail collections. */
export const testGroups: Readonly<Record<string, ReadonlyArray<string>>> = {
  youtube: ["Shakira - Wa"],
  spamassassin: ["spam-1", "easy-ham-2"]
}

/**
 * Groups without a second group of their kind. A fraction of their messages is reserved for tests, as in data sets
 * without groups.
 */
export const dividedGroups: ReadonlyArray<string> = ["hard-ham-1"]

/** Number of folds for cross-validation, with which the calibration scores messages outside of the training data. */
export const folds = 4

export interface Lesson extends LabeledMessage {
  readonly fold: number
}

export interface Split {
  readonly lessons: ReadonlyArray<Lesson>
  readonly tests: ReadonlyArray<LabeledMessage>
  readonly read: number
  /** Number of training messages removed because they are equal to another one after normalization. */
  readonly copiesOfLessons: number
  /** Number of test messages removed because they are near duplicates of a training message. */
  readonly testsNearLessons: number
  /** Number of test messages removed as near duplicates of another test message with the same label. */
  readonly copiesOfTests: number
}

/** Returns the FNV-1a hash of a text with a final mix, which makes the split deterministic. */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Reports whether a message is reserved for tests, before near duplicates are removed. */
const isTest = (message: LabeledMessage, clusterHash: number): boolean => {
  if (message.source === heldOutSource) return true
  if (message.source === authoredSource || message.source === templateSource) return false
  const held = testGroups[message.source]
  if (held !== undefined && message.group !== null && !dividedGroups.includes(message.group)) {
    return held.includes(message.group)
  }
  return clusterHash % 1_000 < testShare * 1_000
}

/** Assigns a fold. Comments of the same video, and near duplicates, are always in the same fold. */
const foldOf = (message: LabeledMessage, clusterHash: number): number =>
  (message.source === "youtube" ? textHash(message.group ?? "") : clusterHash >>> 10) % folds

/** Splits messages into training and test sets. No test message has a near duplicate in the training set. */
export const splitMessages = (messages: ReadonlyArray<LabeledMessage>): Split => {
  const cluster = clusterNearDuplicates(messages.map(({ text }) => text))
  const first = (at: number): LabeledMessage => messages[cluster[at] ?? at] ?? messages[at]!
  const hashes = messages.map((_, at) => textHash(normalizeText(first(at).text)))
  const hash = (at: number): number => hashes[at] ?? 0

  const lessons: Array<Lesson> = []
  const learnt = new Set<number>()
  const seen = new Set<string>()
  let copiesOfLessons = 0
  messages.forEach((message, at) => {
    if (isTest(message, hash(at))) return
    learnt.add(cluster[at] ?? at)
    const key = `${message.spam} ${normalizeText(message.text)}`
    if (seen.has(key)) copiesOfLessons++
    else {
      seen.add(key)
      lessons.push({ ...message, fold: foldOf(first(at), hash(at)) })
    }
  })

  const tests: Array<LabeledMessage> = []
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
