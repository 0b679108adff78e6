import { unreadContentOf } from "../../../core/documents/facts/UnreadContent.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { isDrawing, readObjectClass } from "./OleObject.ts"

/** Content of a storage that Gatehouse does not read. */
export interface UnsupportedObject {
  /** Type of the content as a phrase for messages, for example "a Visio drawing". */
  readonly description: string
  /** Whether the whole file is a container of an unsupported type. */
  readonly isDocument: boolean
}

/** Lower-case names of streams whose readers also handle the sibling storages. */
const documentStreams: ReadonlySet<string> = new Set([
  "worddocument",
  "powerpoint document",
  "pp97_dualstorage",
  "workbook",
  "book",
  "encryptedpackage",
  "\x09drmcontent",
  "\x03ocxname"
])

/** Names of the storages and streams of an Outlook message or of an attachment (MS-OXMSG 2.2). */
const messageNames =
  /^(?:__(?:properties_version1\.0$|nameid_version1\.0$|(?:substg1\.0|recip_version1\.0|attach_version1\.0)_)|olk10sideprops_\d{1,9}$)/

/** Stream that every Outlook message has. */
const messageMark = "__properties_version1.0"

/** Name of the storage of an object or message that is attached to an Outlook message (MS-OXMSG 2.2.2.1). */
const attachedObject = "__substg1.0_3701000d"

/** Lower-case names of streams that contain a complete object. Other content next to such a stream is not read. */
const objectStreams: ReadonlySet<string> = new Set([
  "equation native",
  "\x01ole10native",
  "package",
  "contents",
  "embeddedodf",
  "package_stream",
  "properties_stream"
])

/** Lower-case names of streams that mark a storage as an object. */
const objectMarks: ReadonlySet<string> = new Set(["\x01compobj", "\x01ole", "\x03objinfo"])

/** Unsupported containers, detected by a class ID or by a lower-case name that Office documents do not use. */
const otherTypes: ReadonlyArray<readonly [what: string, classes: ReadonlySet<string>, names: RegExp]> = [
  [
    "a Windows Installer package",
    new Set([
      "000C1084-0000-0000-C000-000000000046",
      "000C1082-0000-0000-C000-000000000046",
      "000C1086-0000-0000-C000-000000000046"
    ]),
    // The names of the table streams in MSI files start with this character.
    /^\u4840/
  ],
  ["a Visio drawing", new Set(["00021A14-0000-0000-C000-000000000046"]), /^visiodocument$/],
  ["a Publisher publication", new Set(["00021201-0000-0000-00C0-000000000046"]), /^quill$/],
  ["a Project plan", new Set(["74B78F3A-C8C8-11D1-BE11-00C04FB6FAF1"]), /^props\d{1,3}$/],
  ["a Works document", new Set(["28CDDBC2-0AE2-11CE-A29A-00AA004A1A72"]), /^(?:matost|mn0)$/],
  ["a Hangul document", new Set(), /hwpsummaryinformation$/],
  ["a PowerPoint 95 presentation", new Set(), /^pp40$/],
  ["a thumbnail cache", new Set(), /^catalog$/],
  ["a Windows jump list", new Set(), /^destlist$/]
]

/**
 * Returns the unread content of a storage; null if there is none. Examines only the root of a file and objects. An
 * object has a class, or streams that OLE adds to objects.
 *
 * @param depth number of compound files that contain this compound file
 * @param projects paths of the VBA projects, whose forms are storages with classes
 */
export const findUnsupportedObject = (
  file: CompoundFile,
  storage: CompoundEntry,
  depth: number,
  projects: ReadonlyArray<string>
): UnsupportedObject | null => {
  const isRoot = storage.path === ""
  const children = file.childrenOf(storage.path)
  const isDocument = isRoot && depth === 0
  const names = children.map(({ name }) => name.toLowerCase())
  const other = otherTypeOf(storage.classId, names)
  if (other !== null) return { description: other, isDocument }
  const mayBeMessage = isRoot || storage.name.toLowerCase() === attachedObject
  if (!mayBeMessage && storage.classId === null && !names.some((name) => objectMarks.has(name))) return null
  const hasMessage = mayBeMessage && names.includes(messageMark)
  if (hasMessage && children.filter(isContent).every((child) => messageNames.test(child.name.toLowerCase()))) {
    return null
  }
  if (names.some((name) => documentStreams.has(name)) || isInProject(storage.path, projects, depth)) return null
  const content = children.filter(isContent)
  if (content.length === 0 && !isDocument) return null
  const { classId, progId } = readObjectClass(file, storage)
  if (content.length > 0 && content.every((child) => isReadContent(file, child, classId))) return null
  const name = progId ?? classId
  const description = name === null ? "an OLE2 container of an unknown type" : `an OLE2 object of the class ${name}`
  return { description, isDocument: isDocument && projects.length === 0 && !hasMessage }
}

/** Reports whether content is read: the object reader handles its stream, or its bytes are inert or a drawing. */
const isReadContent = (file: CompoundFile, child: CompoundEntry, classId: string | null): boolean => {
  if (objectStreams.has(child.name.toLowerCase())) return true
  if (child.type !== "stream") return false
  const bytes = file.read(child)
  return unreadContentOf(bytes) === null || isDrawing(classId, bytes)
}

const otherTypeOf = (classId: string | null, names: ReadonlyArray<string>): string | null => {
  if (names.includes("pp97_dualstorage")) return null
  const found = otherTypes.find(([, classes, pattern]) =>
    classId !== null && classes.has(classId) || names.some((name) => pattern.test(name))
  )
  return found?.[0] ?? null
}

const isInProject = (path: string, projects: ReadonlyArray<string>, depth: number): boolean =>
  projects.some((project) => project === "" ? depth > 0 || path !== "" : `${path}/`.startsWith(`${project}/`))

/**
 * Reports whether an entry is content of the object's program. The names of OLE's own streams start with a control
 * character. Those streams contain classes, links, object pictures and properties.
 */
const isContent = ({ name, size, type }: CompoundEntry): boolean =>
  type !== "stream" || size > 0 && (!/^[\x01-\x05]/.test(name) || objectStreams.has(name.toLowerCase()))
