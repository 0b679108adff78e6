import { Result, Schema } from "effect"
import { crc32OfBytes } from "../../kernel/Crc32.ts"
import { bucketBits, bucketCount } from "../features/FeatureHash.ts"
import { featuresVersion } from "../features/MessageFeatures.ts"

/** Linear classifier with a learned weight for each feature bucket. */
export interface ClassifierHead {
  readonly bias: number
  /** Factor that converts steps of a weight to a logit. */
  readonly scale: number
  /** Weights by bucket in steps. The length is `bucketCount`. */
  readonly weights: Int16Array
}

/** Adjustment of the logit for a language. With it, ordinary sentences of all languages have similar scores. */
export interface LanguageShift {
  /** Value that is added to the mean logit of the heads. */
  readonly offset: number
  /** Whether training and evaluation data contained both spam and ham in this language. */
  readonly supported: boolean
}

/** Point of the calibration curve, which is linear between points and constant outside them. */
export interface Knot {
  readonly logit: number
  readonly probability: number
}

export interface SpamModel {
  /** ASCII description of the training data and date. */
  readonly name: string
  /** Head for words and pairs of words. */
  readonly words: ClassifierHead
  /** Head for words, pairs of words and letter runs. */
  readonly all: ClassifierHead
  /** Shifts by the language code of `LanguageDetector`. */
  readonly languages: ReadonlyMap<string, LanguageShift>
  /** Offset for other and unknown languages. */
  readonly otherOffset: number
  /** Points with strictly ascending logits and ascending or equal probabilities. */
  readonly calibration: ReadonlyArray<Knot>
}

export const languagesMax = 200
export const knotsMax = 32
export const nameCharsMax = 80

/** Maximum absolute weight, in steps of the head's scale. */
export const weightStepsMax = 32767

/** Weight below which the largest weight counts as 0, to avoid a scale of nearly 0. */
const weightMin = 1e-100

/** Quantizes weights so that the largest absolute weight becomes `weightStepsMax`. */
export const quantizeHead = (bias: number, weights: ArrayLike<number>): ClassifierHead => {
  let largest = 0
  for (let at = 0; at < weights.length; at++) largest = Math.max(largest, Math.abs(weights[at]!))
  const scale = largest < weightMin ? 1 : largest / weightStepsMax
  return { bias, scale, weights: Int16Array.from(weights, (weight) => Math.round(weight / scale)) }
}

export class SpamModelUnreadable extends Schema.TaggedError<SpamModelUnreadable>()("SpamModelUnreadable", {
  message: Schema.String
}) {}

/** Magic number of a model file: "GHSM" in little endian. */
const magic = 0x4d534847

const formatVersion = 1

/** Size of the header in bytes: the first three items of the format that `encodeSpamModel` describes. */
const headerBytes = 4 + 4 + 4 + 2 + 2 + 1 + 1 + 1 + 1

const codeBytes = 3
const languageBytes = codeBytes + 1 + 8
const knotBytes = 16
const headBytes = 16 + 2 * bucketCount

/** Maximum size of a model file. */
export const modelBytesMax = headerBytes + nameCharsMax + 8 + languagesMax * languageBytes + knotsMax * knotBytes +
  2 * headBytes

/**
 * Encodes a model file. The same model always has the same bytes. The format is little endian:
 *
 * - magic `GHSM`, CRC-32 (ISO 3309) of everything after it, file length: 32 bits each
 * - version of the format, version of the features: 16 bits each
 * - bucket bits, characters of the name, number of languages, number of knots: 8 bits each
 * - the name in ASCII; the offset of other languages
 * - each language, sorted by code: its code in 3 bytes, whether it is supported, its offset
 * - each knot: logit, probability
 * - each head, words first: bias, scale, weights of 16 bits
 *
 * Offsets, logits, probabilities, biases and scales are 64-bit floats.
 */
export const encodeSpamModel = (model: SpamModel): Result.Result<Uint8Array, SpamModelUnreadable> => {
  const problem = problemOf(model)
  if (problem !== null) return fail(problem)
  const languages = [...model.languages].toSorted(([one], [other]) => one < other ? -1 : 1)
  const size = headerBytes + model.name.length + 8 + languages.length * languageBytes +
    model.calibration.length * knotBytes + 2 * headBytes
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint32(8, size, true)
  view.setUint16(12, formatVersion, true)
  view.setUint16(14, featuresVersion, true)
  bytes.set([bucketBits, model.name.length, languages.length, model.calibration.length], 16)
  let at = putText(bytes, headerBytes, model.name)
  at = putFloat(view, at, model.otherOffset)
  for (const [code, { offset, supported }] of languages) {
    putText(bytes, at, code)
    bytes[at + codeBytes] = supported ? 1 : 0
    at = putFloat(view, at + codeBytes + 1, offset)
  }
  for (const { logit, probability } of model.calibration) at = putFloat(view, putFloat(view, at, logit), probability)
  for (const head of [model.words, model.all]) {
    at = putFloat(view, putFloat(view, at, head.bias), head.scale)
    for (const weight of head.weights) {
      view.setInt16(at, weight, true)
      at += 2
    }
  }
  view.setUint32(4, crc32OfBytes(bytes.subarray(8)), true)
  return Result.succeed(bytes)
}

const putText = (bytes: Uint8Array, at: number, text: string): number => {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
  return at + text.length
}

const putFloat = (view: DataView, at: number, value: number): number => {
  view.setFloat64(at, value, true)
  return at + 8
}

/** Parses a model file. Checks the sizes in the file first. Fails with `SpamModelUnreadable` if the file is damaged. */
export const parseSpamModel = (bytes: Uint8Array): Result.Result<SpamModel, SpamModelUnreadable> => {
  if (bytes.length < headerBytes || bytes.length > modelBytesMax) {
    return fail(`${bytes.length} bytes are too few or too many for a model`)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isLittleEndian) return fail("this processor is big-endian")
  if (view.getUint32(0, true) !== magic) return fail("it does not start with the magic number of a model")
  if (view.getUint16(12, true) !== formatVersion) return fail("its format version is not supported")
  const [bits = 0, nameLength = 0, languageCount = 0, knotCount = 0] = bytes.subarray(16, headerBytes)
  const size = headerBytes + nameLength + 8 + languageCount * languageBytes + knotCount * knotBytes + 2 * headBytes
  if (bits !== bucketBits || size !== bytes.length || view.getUint32(8, true) !== size) {
    return fail("its length is wrong")
  }
  if (view.getUint32(4, true) !== crc32OfBytes(bytes.subarray(8))) return fail("its checksum is wrong")
  if (view.getUint16(14, true) !== featuresVersion) return fail("it was trained with another version of the features")
  const model = readModel(bytes, view, nameLength, languageCount, knotCount)
  const problem = problemOf(model)
  return problem === null ? Result.succeed(model) : fail(problem)
}

const readModel = (
  bytes: Uint8Array,
  view: DataView,
  nameLength: number,
  languageCount: number,
  knotCount: number
): SpamModel => {
  const name = textOf(bytes, headerBytes, nameLength)
  let at = headerBytes + nameLength
  const otherOffset = view.getFloat64(at, true)
  at += 8
  const languages = new Map<string, LanguageShift>()
  for (let index = 0; index < languageCount; index++, at += languageBytes) {
    const code = textOf(bytes, at, bytes[at + 2] === 0 ? 2 : codeBytes)
    languages.set(code, { offset: view.getFloat64(at + 4, true), supported: bytes[at + codeBytes] === 1 })
  }
  const calibration: Array<Knot> = []
  for (let index = 0; index < knotCount; index++, at += knotBytes) {
    calibration.push({ logit: view.getFloat64(at, true), probability: view.getFloat64(at + 8, true) })
  }
  return {
    name,
    words: headAt(bytes, view, at),
    all: headAt(bytes, view, at + headBytes),
    languages,
    otherOffset,
    calibration
  }
}

const textOf = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const headAt = (bytes: Uint8Array, view: DataView, at: number): ClassifierHead => ({
  bias: view.getFloat64(at, true),
  scale: view.getFloat64(at + 8, true),
  weights: weightsAt(bytes, at + 16)
})

/** Copies the weights, which may be at an odd address in the file. */
const weightsAt = (bytes: Uint8Array, at: number): Int16Array =>
  new Int16Array(new Uint8Array(bytes.subarray(at, at + 2 * bucketCount)).buffer)

/** Whether typed arrays have the byte order of the file, as on all common processors. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

const fail = (why: string) => Result.fail(new SpamModelUnreadable({ message: `The model cannot be read: ${why}.` }))

/** Returns the reason why a model cannot be used, or null. */
const problemOf = (model: SpamModel): string | null => {
  if (!/^[\x20-\x7e]*$/.test(model.name) || model.name.length > nameCharsMax) return "its name is too long or not ASCII"
  if (model.languages.size > languagesMax) return "it has too many languages"
  for (const [code, { offset }] of model.languages) {
    if (!/^[a-z]{2,3}$/.test(code) || !Number.isFinite(offset)) return "a language code or offset is invalid"
  }
  if (!Number.isFinite(model.otherOffset)) return "the offset of other languages is invalid"
  for (const { bias, scale, weights } of [model.words, model.all]) {
    if (!Number.isFinite(bias) || !Number.isFinite(scale) || weights.length !== bucketCount) return "a head is invalid"
  }
  return calibrationProblem(model.calibration)
}

const calibrationProblem = (knots: ReadonlyArray<Knot>): string | null => {
  if (knots.length < 1 || knots.length > knotsMax) return "its calibration has too few or too many points"
  let before: Knot = { logit: -Infinity, probability: 0 }
  for (const knot of knots) {
    const { logit, probability } = knot
    if (!Number.isFinite(logit) || !(logit > before.logit)) return "the logits of its calibration do not increase"
    if (!(probability >= before.probability && probability <= 1)) {
      return "the probabilities of its calibration decrease or exceed 1"
    }
    before = knot
  }
  return null
}
