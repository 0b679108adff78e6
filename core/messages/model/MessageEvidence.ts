import { type TokenFeatures, unspacedBucketsOf, unspacedRunMax } from "../features/MessageFeatures.ts"
import { tokenKinds, type Tokens } from "../letters/Tokens.ts"
import type { Evidence } from "../normalize/MessageJudgment.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import type { SpamModel } from "./SpamModel.ts"

/** Maximum number of words and pairs that are reported for a message. */
export const evidencePhrasesMax = 5

/** Maximum characters of a reported word or pair. */
export const evidenceCharsMax = 60

/** Minimum share of the total evidence that a reported word or pair must have. */
export const evidenceShareMin = 0.02

/** Minimum weight of a pair that is reported instead of its words. It is a share of the heavier word's weight. */
const pairWeightShareMin = 0.25

/** Maximum letters that are reported in a script without spaces, which is a few words. */
export const unspacedLettersMax = 8

/** Range of tokens, with its position in the source and its contribution to the logit. */
interface Span {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly weight: number
}

/** Returns the strongest evidence for spam, as the words are written in the message. */
export const evidenceOf = (
  model: SpamModel,
  message: NormalizedMessage,
  features: TokenFeatures
): ReadonlyArray<Evidence> => {
  const { tokens } = message
  const scales = {
    words: model.words.scale / Math.sqrt(features.words.length) / 2,
    all: model.all.scale / Math.sqrt(features.all.length) / 2
  }
  const bucketWeight = (bucket: number) =>
    model.words.weights[bucket]! * scales.words + model.all.weights[bucket]! * scales.all
  const weights = new Float64Array(tokens.count)
  const pairs = new Float64Array(tokens.count)
  let total = 0
  for (let token = 0; token < tokens.count; token++) {
    const weight = tokenWeight(features, token, bucketWeight, (bucket) => model.all.weights[bucket]! * scales.all)
    const pair = features.pairs[token]!
    const pairWeight = pair < 0 ? 0 : bucketWeight(pair)
    weights[token] = weight
    pairs[token] = pairWeight
    total += Math.max(0, weight) + Math.max(0, pairWeight)
  }
  return total === 0 ? [] : selectEvidence(message, strongest(tokens, weights, pairs, bucketWeight), total)
}

const tokenWeight = (
  features: TokenFeatures,
  token: number,
  bucketWeight: (bucket: number) => number,
  lettersWeight: (bucket: number) => number
): number => {
  let weight = 0
  for (let at = features.wordFrom[token]!; at < features.wordTo[token]!; at++) weight += bucketWeight(features.all[at]!)
  const to = features.lettersFrom[token + 1]!
  for (let at = features.lettersFrom[token]!; at < to; at++) weight += lettersWeight(features.all[at]!)
  return weight
}

/** Returns words, and pairs that add weight, in descending order of weight. */
const strongest = (
  tokens: Tokens,
  weights: Float64Array,
  pairs: Float64Array,
  bucketWeight: (bucket: number) => number
): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (const [token, own] of weights.entries()) {
    if (own <= 0 || tokens.kind[token] === tokenKinds.gap) continue
    const from = tokens.sourceFrom[token]!
    const span = { first: token, last: token, from, to: tokens.sourceTo[token]!, weight: own }
    spans.push(tokens.kind[token] === tokenKinds.unspaced ? narrowSpan(tokens, span, bucketWeight) : span)
    const pair = pairs[token]!
    const next = weights[token + 1] ?? 0
    if (pair > 0 && next > 0 && pair >= pairWeightShareMin * Math.max(own, next)) {
      spans.push({ first: token, last: token + 1, from, to: tokens.sourceTo[token + 1]!, weight: own + pair + next })
    }
  }
  return spans.toSorted((one, other) => other.weight - one.weight || one.first - other.first)
}

/** Shortens a token in a script without spaces to its most relevant letters. Such a token can be a whole sentence. */
const narrowSpan = (tokens: Tokens, span: Span, bucketWeight: (bucket: number) => number): Span => {
  const letters = tokens.from[span.first + 1]! - tokens.from[span.first]!
  if (letters <= unspacedLettersMax || span.to - span.from !== letters) return span
  const weights = new Float64Array(letters)
  unspacedBucketsOf(tokens, span.first).forEach((bucket, at) => {
    if (bucket >= 0) weights[Math.floor(at / unspacedRunMax)]! += Math.max(0, bucketWeight(bucket))
  })
  let sum = 0
  let best = 0
  let bestAt = 0
  for (const [at, weight] of weights.entries()) {
    sum += weight - (at >= unspacedLettersMax ? weights[at - unspacedLettersMax]! : 0)
    if (sum > best) {
      best = sum
      bestAt = at
    }
  }
  const from = span.from + Math.max(0, bestAt - unspacedLettersMax + 1)
  return { ...span, from, to: Math.min(span.to, from + unspacedLettersMax) }
}

/** Selects the strongest spans that share no words. */
const selectEvidence = (
  message: NormalizedMessage,
  spans: ReadonlyArray<Span>,
  total: number
): ReadonlyArray<Evidence> => {
  const used = new Uint8Array(message.tokens.count)
  const evidence: Array<Evidence> = []
  for (const { first, from, last, to, weight } of spans) {
    if (evidence.length === evidencePhrasesMax || weight / total < evidenceShareMin) break
    if (used[first] === 1 || used[last] === 1) continue
    const text = displayText(message.source.slice(from, to))
    if (text === "") continue
    used[first] = 1
    used[last] = 1
    evidence.push({ text, share: Math.min(1, weight / total) })
  }
  return evidence
}

/** Cleans evidence for display. The result is one line without invisible characters and lone surrogates. */
const displayText = (text: string): string => {
  const seen = text.replace(/[\p{Cf}\p{Cc}\s]+/gu, (unseen) => (/\s/.test(unseen) ? " " : ""))
  return seen.toWellFormed().slice(0, evidenceCharsMax).trim().replace(/[\ud800-\udbff]$/, "")
}
