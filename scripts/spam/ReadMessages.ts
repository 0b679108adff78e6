import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { authoredSource, heldOutSource, type LabeledMessage } from "./LabeledMessage.ts"

/** Error for a line that cannot be parsed, with the reason. Line 0 stands for the whole file. */
export class UnreadableMessage extends Error {
  override readonly name = "UnreadableMessage"
  constructor(file: string, line: number, why: string) {
    super(line === 0 ? `${file}: ${why}` : `${file}:${line}: ${why}`)
  }
}

const isText = (value: unknown): value is string => typeof value === "string"

/**
 * Parses a message from a JSON object. The fields are `t` (text), `y` (1 for spam, 0 for ordinary), `src` (data set),
 * `lang` (language) and `g` (group).
 */
const messageOfJson = (line: string, file: string, at: number): LabeledMessage => {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    throw new UnreadableMessage(file, at, "no JSON")
  }
  if (typeof read !== "object" || read === null) throw new UnreadableMessage(file, at, "no JSON object")
  const { t, y, src, lang, g } = read as Record<string, unknown>
  if (!isText(t) || t.trim() === "") throw new UnreadableMessage(file, at, "t: a text is needed")
  if (y !== 0 && y !== 1) throw new UnreadableMessage(file, at, "y: 1 for spam or 0 for ordinary is needed")
  if (!isText(src)) throw new UnreadableMessage(file, at, "src: the name of the data set is needed")
  return {
    text: t,
    spam: y === 1,
    source: src,
    language: isText(lang) ? lang : "und",
    group: isText(g) ? g : null,
    topic: null
  }
}

const labels: ReadonlyMap<string, boolean> = new Map([["spam", true], ["ham", false]])

/** Parses `label<TAB>language<TAB>topic<TAB>text`, with `\n` for line breaks in the text. */
const messageOfTsv = (line: string, file: string, at: number, source: string): LabeledMessage => {
  const [label = "", language = "", topic = "", text = "", ...more] = line.split("\t")
  if (more.length > 0) throw new UnreadableMessage(file, at, "more than four columns")
  const spam = labels.get(label)
  if (spam === undefined) throw new UnreadableMessage(file, at, `spam or ham is needed, not ${JSON.stringify(label)}`)
  if (!/^[a-z]{2,3}$/.test(language)) throw new UnreadableMessage(file, at, "a language in ISO 639-1 is needed")
  if (!/^[a-z0-9-]+$/.test(topic)) throw new UnreadableMessage(file, at, "a topic in kebab-case is needed")
  if (text.trim() === "") throw new UnreadableMessage(file, at, "a text is needed")
  return { text: text.replaceAll("\\n", "\n"), spam, source, language, group: basename(file, ".tsv"), topic }
}

const textOf = (file: string): string => {
  const bytes = readFileSync(file)
  return new TextDecoder("utf-8", { fatal: true }).decode(file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
}

const linesOf = (file: string): ReadonlyArray<string> => {
  try {
    return textOf(file).split(/\r?\n/)
  } catch (cause) {
    throw new UnreadableMessage(file, 0, cause instanceof Error ? cause.message : String(cause))
  }
}

const readFile = (
  file: string,
  message: (line: string, file: string, at: number) => LabeledMessage
): ReadonlyArray<LabeledMessage> =>
  linesOf(file).flatMap((line, at) => line.trim() === "" || line.startsWith("#") ? [] : [message(line, file, at + 1)])

/** Lists files sorted by name, so that the order is the same on every system. */
const filesOf = (folder: string, endings: RegExp): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => endings.test(name)).toSorted().map((name) => join(folder, name))

/** Reads all `*.jsonl` and `*.jsonl.gz` files of a folder. */
export const readCorpus = (folder: string): ReadonlyArray<LabeledMessage> => {
  if (!existsSync(folder)) throw new UnreadableMessage(folder, 0, "no such folder")
  const files = filesOf(folder, /\.jsonl(?:\.gz)?$/)
  if (files.length === 0) throw new UnreadableMessage(folder, 0, "no .jsonl and no .jsonl.gz in it")
  return files.flatMap((file) => readFile(file, messageOfJson))
}

/** Reads the project's own texts, for training or for tests. Returns no texts if the folder does not exist. */
export const readAuthored = (
  folder: string,
  source: typeof authoredSource | typeof heldOutSource
): ReadonlyArray<LabeledMessage> =>
  existsSync(folder)
    ? filesOf(folder, /\.tsv$/).flatMap((file) =>
      readFile(file, (line, name, at) => messageOfTsv(line, name, at, source))
    )
    : []
