/**
 * Minimum Jaccard similarity of near duplicates, which differ only in a name, a number or an address. Compares sets of
 * five-character shingles. MinHash (Broder, 1997) with banding selects the pairs to compare, so that 50,000 texts take
 * seconds.
 */
export const nearDuplicateSimilarityMin = 0.7

/** Number of leading characters to compare: copies of a long text share its beginning. */
export const comparedCharsMax = 4_000

const shingleChars = 5
const bands = 20
const rowsPerBand = 4
const hashes = bands * rowsPerBand

/** Normalizes a text for comparison. Replaces numbers and URLs with placeholders, and other non-letters with spaces. */
export const normalizeText = (text: string): string =>
  text.slice(0, comparedCharsMax)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:https?:\/\/|www\.)\S+/g, "@")
    .replace(/\d+/g, "0")
    .replace(/[^\p{L}\p{M}0@]+/gu, " ")
    .trim()

const shingleHash = (text: string, at: number, length: number): number => {
  let hash = 0x811c9dc5
  for (let index = at; index < at + length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

/** Returns the distinct hashes of a text's shingles, sorted. */
export const shingleHashesOf = (text: string): Uint32Array => {
  const normalized = normalizeText(text)
  if (normalized.length <= shingleChars) return Uint32Array.of(shingleHash(normalized, 0, normalized.length))
  const found = new Set<number>()
  for (let at = 0; at + shingleChars <= normalized.length; at++) found.add(shingleHash(normalized, at, shingleChars))
  return Uint32Array.from(found).toSorted()
}

/** Returns the Jaccard similarity of two sorted sets. */
export const jaccardSimilarity = (one: Uint32Array, other: Uint32Array): number => {
  let both = 0
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const a = one[left] ?? 0
    const b = other[right] ?? 0
    if (a === b) both++
    if (a <= b) left++
    if (b <= a) right++
  }
  return both / (one.length + other.length - both)
}

/** Returns the odd multipliers and offsets of the hash functions, from a fixed sequence. */
const hashFunctions = (): Uint32Array => {
  const found = new Uint32Array(hashes * 2)
  let state = 0x9e3779b9
  for (let at = 0; at < found.length; at++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    found[at] = (state >>> 0) | (at % 2 === 0 ? 1 : 0)
  }
  return found
}

const minHashSignature = (set: Uint32Array, by: Uint32Array): Uint32Array => {
  const least = new Uint32Array(hashes).fill(0xffffffff)
  for (const shingle of set) {
    for (let at = 0; at < hashes; at++) {
      let hash = Math.imul(shingle, by[at * 2] ?? 1) + (by[at * 2 + 1] ?? 0)
      hash = (hash ^ (hash >>> 15)) >>> 0
      if (hash < (least[at] ?? 0)) least[at] = hash
    }
  }
  return least
}

/** Creates a union-find structure of texts. */
const makeUnionFind = (size: number) => {
  const parents = Uint32Array.from({ length: size }, (_, at) => at)
  const root = (of: number): number => {
    let at = of
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at
      at = parents[at] ?? at
    }
    return at
  }
  return {
    root,
    /** Merges the clusters of two texts. The lower root represents the merged cluster. */
    join: (one: number, other: number) => {
      const [a, b] = [root(one), root(other)]
      parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
}

/**
 * Returns the index of the first text in each text's cluster. Near duplicates, also indirect ones, form a cluster.
 *
 * @param kept maximum number of texts per bucket to compare with; templates can fill a bucket with thousands
 */
export const clusterNearDuplicates = (texts: ReadonlyArray<string>, kept = 24): Uint32Array => {
  const by = hashFunctions()
  const sets = texts.map(shingleHashesOf)
  const found = makeUnionFind(texts.length)
  const buckets = new Map<string, Array<number>>()
  sets.forEach((set, at) => {
    const least = minHashSignature(set, by)
    for (let band = 0; band < bands; band++) {
      const key = `${band}:${least.subarray(band * rowsPerBand, (band + 1) * rowsPerBand).join(":")}`
      const bucket = buckets.get(key)
      if (bucket === undefined) buckets.set(key, [at])
      else {
        for (const other of bucket) {
          if (found.root(other) === found.root(at)) continue
          if (jaccardSimilarity(set, sets[other] ?? set) >= nearDuplicateSimilarityMin) found.join(at, other)
        }
        if (bucket.length < kept) bucket.push(at)
      }
    }
  })
  return Uint32Array.from(texts, (_, at) => found.root(at))
}
