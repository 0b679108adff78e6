import {
  type ActionKind,
  actionKinds,
  type ActionTrigger,
  actionTriggers,
  type DocumentAction
} from "../../../../core/documents/facts/DocumentAction.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { nameOf, PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from "../objects/PdfValue.ts"
import { importScriptsOf } from "./ImportScripts.ts"
import { PdfScripts } from "./PdfScripts.ts"

/** Maximum length of a chain of actions (`Next`), and maximum depth of the tree of named scripts. */
export const actionChainMax = 32

/**
 * Keys of additional-action dictionaries (ISO 32000-2, tables 197 to 200). Actions of `openKeys` (documents, pages,
 * visible annotations) run without user action. Actions of `fieldKeys` run when a field is filled in, or when the
 * pointer enters or leaves it. If the field covers a page, a mouse movement is enough. Other keys are for mouse buttons
 * and focus.
 */
const openKeys: ReadonlySet<string> = new Set(["O", "C", "WC", "WS", "DS", "WP", "DP", "PO", "PC", "PV", "PI"])
const fieldKeys: ReadonlySet<string> = new Set(["K", "F", "V", "E", "X"])

/** An action with the number of the object that contains it. */
export interface PdfAction extends DocumentAction {
  readonly object: number
}

interface FoundAction extends Omit<PdfAction, "trigger"> {
  readonly action: PdfDictionary
}

/**
 * Returns every action of a file with the strongest trigger that leads to it. The trigger follows from the key that
 * refers to the action, such as OpenAction. The search visits all objects of all revisions instead of following
 * references from the catalog, so a broken reference hides no action.
 */
export const findActions = (file: PdfFile): Iterable<PdfAction> => {
  const search = new ActionSearch(file)
  for (const [at, { number }] of file.objects.entries()) {
    file.eachDictionary(at, (dictionary) => search.addDictionary(dictionary, number))
  }
  return deduplicate(search.found, search.triggers)
}

/** Collects actions and their triggers dictionary by dictionary. */
class ActionSearch {
  readonly found: Array<FoundAction> = []
  /** Strongest trigger of each action or list of actions. A value is visited again only for a stronger trigger. */
  readonly triggers = new Map<PdfValue, ActionTrigger>()
  private readonly file: PdfFile
  private readonly scripts: PdfScripts
  private readonly namedNodes = new Set<PdfValue>()
  /** Visited additional-action dictionaries of fields (first set) and of other objects (second set). */
  private readonly additionalOfFields = new Set<PdfDictionary>()
  private readonly additionalOfOthers = new Set<PdfDictionary>()

  constructor(file: PdfFile) {
    this.file = file
    this.scripts = new PdfScripts(file)
  }

  /** @param object number of the object that contains the dictionary */
  addDictionary(dictionary: PdfDictionary, object: number): void {
    const { file } = this
    for (const { kind, script, target } of readingsOf(file, dictionary, this.scripts)) {
      this.found.push({ kind, target, script, action: dictionary, object })
    }
    const opening = file.resolve(dictionary.get("OpenAction"))
    // An array is a destination within the document, not an action.
    if (!Array.isArray(opening)) this.trigger(opening, "open")
    this.trigger(dictionary.get("A"), "click")
    this.trigger(dictionary.get("PA"), "click")
    this.triggerNamed(dictionary.get("JavaScript"))
    this.addImportScripts(file.resolve(dictionary.get("JavaScript")), object)
    const additional = file.resolve(dictionary.get("AA"))
    if (!(additional instanceof PdfDictionary)) return
    for (const reading of additional.readings) this.triggerAdditional(dictionary, reading)
  }

  private trigger(value: PdfValue | undefined, trigger: ActionTrigger, depth = 0): void {
    const { triggers } = this
    const action = this.file.resolve(value)
    if (depth > actionChainMax || !Array.isArray(action) && !(action instanceof PdfDictionary)) return
    const known = triggers.get(action)
    if (known !== undefined && actionTriggers.indexOf(known) <= actionTriggers.indexOf(trigger)) return
    triggers.set(action, trigger)
    if (action instanceof PdfDictionary) {
      for (const reading of action.readings) {
        triggers.set(reading, trigger)
        this.trigger(reading.get("Next"), trigger, depth + 1)
      }
    } else for (const next of action) this.trigger(next, trigger, depth + 1)
  }

  /**
   * Adds a trigger for the scripts in a name tree (ISO 32000-2, section 7.9.6). Its nodes contain name and value pairs,
   * or children.
   */
  private triggerNamed(value: PdfValue | undefined, depth = 0): void {
    const { file, namedNodes } = this
    const node = file.resolve(value)
    if (!(node instanceof PdfDictionary) || depth > actionChainMax || namedNodes.has(node)) return
    namedNodes.add(node)
    const [names, kids] = [file.resolve(node.get("Names")), file.resolve(node.get("Kids"))]
    if (Array.isArray(names) && !namedNodes.has(names)) {
      namedNodes.add(names)
      for (const one of names) this.trigger(one, "open")
    }
    if (Array.isArray(kids)) { for (const kid of kids) this.triggerNamed(kid, depth + 1) }
  }

  private addImportScripts(scripts: PdfValue, object: number): void {
    if (!(scripts instanceof PdfDictionary) || this.triggers.has(scripts)) return
    for (const source of importScriptsOf(this.file, scripts)) {
      this.triggers.set(scripts, "open")
      this.trigger(source, "open")
      const [script, value] = [this.scripts.of(source), this.file.resolve(source)]
      const isAction = script === null && value instanceof PdfDictionary && versionsOf(this.file, value) > 0
      if (!isAction) this.found.push({ kind: "JavaScript", target: null, script, action: scripts, object })
    }
  }

  private triggerAdditional(dictionary: PdfDictionary, additional: PdfDictionary): void {
    // `C` means "close" for a page and "calculate" for a field. Fields or their parents have a field type.
    const isField = dictionary.get("FT") !== undefined || additional.get("K") !== undefined ||
      nameOf(this.file.resolve(dictionary.get("Subtype"))) === "Widget"
    const known = isField ? this.additionalOfFields : this.additionalOfOthers
    if (known.has(additional)) return
    known.add(additional)
    for (const key of additional.keys()) {
      const trigger = fieldKeys.has(key) || isField && key === "C" ? "field" : openKeys.has(key) ? "open" : "click"
      this.trigger(additional.get(key), trigger)
    }
  }
}

/** Minimum characters of a script that is reported only once per action kind, trigger and target. */
export const longScriptCharsMin = 1_024
/** Minimum characters of a target that is reported only once per action kind, trigger and script. */
export const longTargetCharsMin = 512

/**
 * Yields the actions with their triggers. It is a generator, because there can be as many actions as objects, and
 * callers store few.
 */
function* deduplicate(
  found: ReadonlyArray<FoundAction>,
  triggers: ReadonlyMap<PdfValue, ActionTrigger>
): Iterable<PdfAction> {
  const numbers = new Map<string | null, number>()
  const numberOf = (text: string | null): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const reported = new Set<string>()
  for (const { action, kind, object, script, target } of found) {
    const trigger = triggers.get(action) ?? "unreachable"
    if ((script?.length ?? 0) >= longScriptCharsMin || (target?.length ?? 0) >= longTargetCharsMin) {
      const name = `${numberOf(script)} ${kind} ${trigger} ${numberOf(target)}`
      if (reported.has(name)) continue
      reported.add(name)
    }
    yield { kind, trigger, target, script, object }
  }
}

/**
 * Returns the kinds, targets and scripts of an action. Earlier versions of its parts are included if they differ from
 * the latest.
 */
const readingsOf = (
  file: PdfFile,
  action: PdfDictionary,
  scripts: PdfScripts
): ReadonlyArray<Omit<DocumentAction, "trigger">> => {
  const versions = versionsOf(file, action)
  if (versions === 0) return nothing
  const readings: Array<Omit<DocumentAction, "trigger">> = []
  for (let version = 0; version < versions; version++) {
    const kind = kindOf(file, action, version)
    if (kind === null) continue
    const script = scriptOf(file, action, version, scripts)
    const targets = targetsOf(file, (key) => partOf(file, action, key, version))
    if (version > 0 && script === null && targets.length === 0) continue
    for (const target of targets.length === 0 ? [null] : targets) {
      const isKnown = readings.some((one) => one.kind === kind && one.target === target && one.script === script)
      if (!isKnown) readings.push({ kind, target, script })
    }
  }
  return readings
}

/**
 * Returns the number of versions of an action, or 0 if the dictionary is not an action. A part of an action can exist
 * as several objects with the same number. Viewers differ in which of these objects they use.
 */
const versionsOf = (file: PdfFile, action: PdfDictionary): number => {
  if (action.get("S") === undefined && action.get("JS") === undefined) return 0
  let count = 1
  for (const key of ownParts) {
    const value = action.get(key)
    if (value instanceof PdfReference) count = Math.max(count, file.versionsOf(value.number).length)
  }
  return count
}

const nothing: ReadonlyArray<never> = []

/** Keys that determine the kind of an action and what it opens or runs. */
const ownParts = ["S", "JS", "URI", "F", "Win"] as const

/**
 * Returns an earlier version of the object that a part of an action refers to. Returns null for the latest version, or
 * if there are fewer versions.
 */
const versionOf = (file: PdfFile, reference: PdfValue | undefined, version: number): PdfObject | null =>
  reference instanceof PdfReference && version > 0 ? file.versionsOf(reference.number).at(version) ?? null : null

const partOf = (file: PdfFile, action: PdfDictionary, key: string, version: number): PdfValue => {
  const value = action.get(key)
  return file.resolve(versionOf(file, value, version)?.value ?? value)
}

const kinds: ReadonlyMap<string, ActionKind> = new Map(actionKinds.map((kind) => [kind, kind]))

const kindOf = (file: PdfFile, dictionary: PdfDictionary, version: number): ActionKind | null => {
  const name = nameOf(partOf(file, dictionary, "S", version))
  const kind = name === null ? undefined : kinds.get(name)
  if (kind !== undefined) return kind
  // A `JS` entry makes an action a script, regardless of its declared type.
  return dictionary.get("JS") === undefined ? null : "JavaScript"
}

export const targetOf = (file: PdfFile, action: PdfDictionary): string | null => allTargetsOf(file, action)[0] ?? null

/** Returns all distinct targets of an action, or of another dictionary with a file specification in `F`. */
export const allTargetsOf = (file: PdfFile, action: PdfDictionary): ReadonlyArray<string> =>
  targetsOf(file, (key) => partOf(file, action, key, 0))

const scriptOf = (file: PdfFile, action: PdfDictionary, version: number, scripts: PdfScripts): string | null => {
  const reference = action.get("JS")
  const script = partOf(file, action, "JS", version)
  if (script instanceof PdfString) return scripts.ofString(script)
  // A name is not a valid script, but its text is examined in case a viewer accepts it.
  if (script instanceof PdfName) return script.text
  const former = versionOf(file, reference, version)
  return scripts.ofStream(former ?? (reference instanceof PdfReference ? file.latestOf(reference.number) : undefined))
}

/** Keys of an action's target. `Win`, `Mac` and `Unix` apply only on these systems. */
const targetKeys = ["URI", "F", "Win", "Mac", "Unix"] as const
/** Keys of the file name in a file specification. */
const nameKeys = ["F", "UF", "DOS", "Unix", "Mac", "URI"] as const

/**
 * Returns all distinct targets of an action: `URI`, or a file specification (ISO 32000-2, 7.11), which is a string or a
 * dictionary with a name per system. Viewers differ in which name they use, so all names are returned.
 *
 * @param part returns the value of a key of the action
 */
const targetsOf = (file: PdfFile, part: (key: string) => PdfValue): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const key of targetKeys) {
    const value = part(key)
    if (value instanceof PdfString) found.add(value.beginning)
    if (!(value instanceof PdfDictionary)) continue
    for (const name of nameKeys) {
      const path = file.resolve(value.get(name))
      if (path instanceof PdfString) found.add(key === "Win" ? commandOf(file, value, path.beginning) : path.beginning)
    }
  }
  return [...found]
}

/** Returns the Windows command of a launch action (ISO 32000-2, table 204): working directory, file and parameters. */
const commandOf = (file: PdfFile, launch: PdfDictionary, path: string): string => {
  const textAt = (key: string): string => {
    const value = file.resolve(launch.get(key))
    return value instanceof PdfString ? value.beginning.trim() : ""
  }
  const [folder, parameters] = [textAt("D"), textAt("P")]
  const isWhole = folder === "" || /^[\\/]|:/.test(path)
  return `${isWhole ? "" : `${folder.replace(/[\\/]$/, "")}\\`}${path}${parameters === "" ? "" : ` ${parameters}`}`
}
