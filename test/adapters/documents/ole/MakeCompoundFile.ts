/** Contents of streams by path, for example `Macros/VBA/dir`. A path that ends with `/` is an empty storage. */
export type Streams = Readonly<Record<string, Uint8Array | string>>

export interface CompoundFileOptions {
  /** Format version. Version 3 has sectors of 512 bytes, and version 4 has sectors of 4,096 bytes. */
  readonly version?: 3 | 4
  /** Class IDs of storages by path ("" for the root), for example `0002CE02-0000-0000-C000-000000000046`. */
  readonly classIds?: Readonly<Record<string, string>>
}

const [free, endOfChain, fatSector, difatSector] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc]
const headerFatSectors = 109
const cutoffBytes = 4_096

interface Node {
  readonly name: string
  readonly path: string
  readonly children: Map<string, Node>
  content: Uint8Array | null
  id: number
  left: number
  right: number
  child: number
  isRed: boolean
  start: number
}

const newNode = (name: string, path: string): Node => ({
  name,
  path,
  children: new Map(),
  content: null,
  id: 0,
  left: free,
  right: free,
  child: free,
  isRed: false,
  start: endOfChain
})

/** Builds a valid compound file (MS-CFB). Strings are written as Latin-1. */
export const makeCompoundFile = (streams: Streams, options: CompoundFileOptions = {}): Uint8Array => {
  const { version = 3, classIds = {} } = options
  const sectorBytes = version === 3 ? 512 : 4_096
  const nodes = nodesOf(streams)
  const sectors: Array<Uint8Array> = []
  const fat: Array<number> = []
  /** Appends consecutive sectors and returns the number of the first sector. */
  const write = (content: Uint8Array): number => {
    if (content.length === 0) return endOfChain
    const first = sectors.length
    for (let at = 0; at < content.length; at += sectorBytes) {
      const sector = new Uint8Array(sectorBytes)
      sector.set(content.subarray(at, at + sectorBytes))
      sectors.push(sector)
      fat.push(at + sectorBytes < content.length ? sectors.length : endOfChain)
    }
    return first
  }

  const { mini, miniFat } = writeStreams(nodes, write)
  const root = nodes[0]!
  root.start = write(mini)
  root.content = mini
  const miniFatStart = write(words(miniFat, sectorBytes))
  const directoryStart = write(directoryOf(nodes, classIds, sectorBytes))
  const { fatSectors, difatSectors, difatStart } = writeFat(sectors, fat, sectorBytes)

  const header = new Uint8Array(sectorBytes)
  const view = new DataView(header.buffer)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  view.setUint16(24, 0x3e, true)
  view.setUint16(26, version, true)
  view.setUint16(28, 0xfffe, true)
  view.setUint16(30, version === 3 ? 9 : 12, true)
  view.setUint16(32, 6, true)
  view.setUint32(40, version === 3 ? 0 : Math.ceil(nodes.length * 128 / sectorBytes), true)
  view.setUint32(44, fatSectors.length, true)
  view.setUint32(48, directoryStart, true)
  view.setUint32(56, cutoffBytes, true)
  view.setUint32(60, miniFatStart, true)
  view.setUint32(64, Math.ceil(miniFat.length * 4 / sectorBytes), true)
  view.setUint32(68, difatStart, true)
  view.setUint32(72, difatSectors, true)
  for (let at = 0; at < headerFatSectors; at++) view.setUint32(76 + at * 4, fatSectors[at] ?? free, true)
  return Uint8Array.from(Buffer.concat([header, ...sectors]))
}

/** Returns all nodes, root first, each with its number and its links in the tree of its storage. */
const nodesOf = (streams: Streams): ReadonlyArray<Node> => {
  const root = newNode("Root Entry", "")
  const nodes = [root]
  for (const [path, content] of Object.entries(streams)) {
    let node = root
    for (const name of path.split("/")) {
      if (name === "") continue
      let next = node.children.get(name)
      if (next === undefined) {
        next = newNode(name, node.path === "" ? name : `${node.path}/${name}`)
        next.id = nodes.length
        nodes.push(next)
        node.children.set(name, next)
      }
      node = next
    }
    if (!path.endsWith("/")) node.content = typeof content === "string" ? Buffer.from(content, "latin1") : content
  }
  for (const node of nodes) node.child = treeOf([...node.children.values()].toSorted(byName))
  return nodes
}

/** Compares names by length, then by uppercase letters (MS-CFB 2.6.4). */
const byName = (one: Node, other: Node): number =>
  one.name.length - other.name.length || (one.name.toUpperCase() < other.name.toUpperCase() ? -1 : 1)

/** Builds a balanced tree, which is red-black if the nodes of its last level are red. */
const treeOf = (nodes: ReadonlyArray<Node>, level = Math.floor(Math.log2(nodes.length))): number => {
  const middle = nodes.length >> 1
  const node = nodes[middle]
  if (node === undefined) return free
  node.isRed = level === 0 && nodes.length === 1
  node.left = treeOf(nodes.slice(0, middle), level - 1)
  node.right = treeOf(nodes.slice(middle + 1), level - 1)
  return node.id
}

const writeStreams = (nodes: ReadonlyArray<Node>, write: (content: Uint8Array) => number) => {
  const minis: Array<Uint8Array> = []
  const miniFat: Array<number> = []
  for (const node of nodes) {
    const { content } = node
    if (content === null || content.length === 0) continue
    if (content.length >= cutoffBytes) {
      node.start = write(content)
      continue
    }
    node.start = miniFat.length
    const count = Math.ceil(content.length / 64)
    const padded = new Uint8Array(count * 64)
    padded.set(content)
    minis.push(padded)
    for (let left = count; left > 0; left--) miniFat.push(left === 1 ? endOfChain : miniFat.length + 1)
  }
  return { mini: Uint8Array.from(Buffer.concat(minis)), miniFat }
}

const directoryOf = (
  nodes: ReadonlyArray<Node>,
  classIds: Readonly<Record<string, string>>,
  sectorBytes: number
): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(nodes.length * 128 / sectorBytes) * sectorBytes)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length; at += 128) for (const link of [68, 72, 76]) view.setUint32(at + link, free, true)
  for (const node of nodes) {
    const at = node.id * 128
    bytes.set(Buffer.from(node.name, "utf16le"), at)
    view.setUint16(at + 64, node.name.length * 2 + 2, true)
    view.setUint8(at + 66, node.id === 0 ? 5 : node.content === null ? 1 : 2)
    view.setUint8(at + 67, node.isRed ? 0 : 1)
    view.setUint32(at + 68, node.left, true)
    view.setUint32(at + 72, node.right, true)
    view.setUint32(at + 76, node.child, true)
    bytes.set(packGuid(classIds[node.path] ?? ""), at + 80)
    view.setUint32(at + 116, node.content === null ? 0 : node.start, true)
    view.setUint32(at + 120, node.content?.length ?? 0, true)
  }
  return bytes
}

/** Appends the FAT and the DIFAT. The sectors of both also have entries in the FAT. */
const writeFat = (sectors: Array<Uint8Array>, fat: Array<number>, sectorBytes: number) => {
  const entries = sectorBytes / 4
  let [fatCount, difatSectors] = [0, 0]
  for (;;) {
    const needed = Math.ceil((sectors.length + fatCount + difatSectors) / entries)
    const more = Math.ceil(Math.max(0, needed - headerFatSectors) / (entries - 1))
    if (needed === fatCount && more === difatSectors) break
    fatCount = needed
    difatSectors = more
  }
  const first = sectors.length
  const fatSectors = Array.from({ length: fatCount }, (_, at) => first + at)
  for (let at = 0; at < fatCount; at++) fat.push(fatSector)
  for (let at = 0; at < difatSectors; at++) fat.push(difatSector)
  const table = words(fat, sectorBytes)
  for (let at = 0; at < table.length; at += sectorBytes) sectors.push(table.subarray(at, at + sectorBytes))
  const difatStart = difatSectors === 0 ? endOfChain : sectors.length
  for (let at = 0; at < difatSectors; at++) {
    const named = fatSectors.slice(headerFatSectors + at * (entries - 1)).slice(0, entries - 1)
    while (named.length < entries - 1) named.push(free)
    sectors.push(words([...named, at + 1 < difatSectors ? sectors.length + 1 : endOfChain], sectorBytes))
  }
  return { fatSectors, difatSectors, difatStart }
}

/** Encodes 32-bit numbers, padded with the mark of free sectors. */
const words = (numbers: ReadonlyArray<number>, sectorBytes: number): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(numbers.length * 4 / sectorBytes) * sectorBytes).fill(0xff)
  const view = new DataView(bytes.buffer)
  for (const [at, number] of numbers.entries()) view.setUint32(at * 4, number, true)
  return bytes
}

/** Packs a GUID such as `0002CE02-0000-0000-C000-000000000046` (MS-DTYP 2.3.4.2). Returns zeros for "". */
export const packGuid = (guid: string): Uint8Array => {
  const bytes = Uint8Array.from(Buffer.from(guid.replaceAll("-", ""), "hex"))
  if (bytes.length !== 16) return new Uint8Array(16)
  for (const [from, to] of [[0, 4], [4, 6], [6, 8]] as const) bytes.subarray(from, to).reverse()
  return bytes
}
