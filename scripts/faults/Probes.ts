import type { Fault, Source } from "./Fault.ts"
import { ancestorsOf, isFunction, isStatic, type Place, placesOf } from "./Syntax.ts"

/** A source whose faults report when their place is evaluated, without a change of what it does. */
export interface Probed {
  readonly text: string
  /** What the probe of each fault reports; null for a place that is evaluated once, when its module is loaded. */
  readonly sites: ReadonlyArray<string | null>
}

export interface ProbeFiles {
  /** Where probes write: lines of a test file and a site, separated by a tab. */
  readonly hits: string
  /** Where probes read which test file is running. */
  readonly test: string
}

/** A process learns so soon that another test file is running. */
const rereadMillis = 5

interface Insertion {
  readonly at: number
  readonly text: string
  /** Of two insertions at one offset, the lower one comes first. */
  readonly order: number
}

/** The report of any function of a file. */
export const fileSite = (file: string): string => `file ${file}`

/** Adds probes to a source: one for each fault, and one for each function of the file. */
export const probed = (source: Source, faults: ReadonlyArray<Fault>, files: ProbeFiles): Probed => {
  const places = placesOf(source)
  const probedPlaces = new Map<string, Place>()
  const sites = faults.map((fault) => {
    const place = placeOf(fault, places)
    if (place === null || isStatic(place)) return null
    const site = `${source.file}:${place.node.start}-${place.node.end}`
    probedPlaces.set(site, place)
    return site
  })
  const insertions = [
    ...places.flatMap((place) => functionProbe(place, source.file)),
    ...[...probedPlaces].flatMap(([site, place]) => probeAt(place, site))
  ]
  let text = source.text
  for (const { at, text: added } of insertions.toSorted((a, b) => b.at - a.at || b.order - a.order)) {
    text = text.slice(0, at) + added + text.slice(at)
  }
  return { text: `${text}\n${probeFunction(files)}\n`, sites }
}

const call = (site: string): string => `faultProbe$(${JSON.stringify(site)})`

const functionProbe = ({ node }: Place, file: string): ReadonlyArray<Insertion> => {
  if (!isFunction(node) || !("body" in node) || node.body === null) return []
  const body = node.body as Place["node"]
  return body.type === "BlockStatement"
    ? [{ at: body.start + 1, text: `;${call(fileSite(file))};`, order: 0 }]
    : around(body, fileSite(file))
}

/** The innermost place around a fault that can take a probe. */
const placeOf = ({ end, start }: Fault, places: ReadonlyArray<Place>): Place | null =>
  places.filter(({ node }) => node.start <= start && node.end >= end).findLast(canBeProbed) ?? null

const canBeProbed = (place: Place): boolean => isListed(place) || (isExpression(place) && !startsStatement(place))

/** Reports whether the place is a statement in a list of statements, before which another one can stand. */
const isListed = ({ key, node, parent }: Place): boolean =>
  /Statement$|^VariableDeclaration$/.test(node.type) && parent !== null &&
  ((/^(?:BlockStatement|StaticBlock)$/.test(parent.node.type) && key === "body") ||
    (parent.node.type === "SwitchCase" && key === "consequent"))

/** Slots of a syntax tree that take any expression, in parentheses. */
const slots: Readonly<Record<string, ReadonlyArray<string>>> = {
  ArrayExpression: ["elements"],
  ArrowFunctionExpression: ["body"],
  AssignmentExpression: ["right"],
  AssignmentPattern: ["right"],
  AwaitExpression: ["argument"],
  BinaryExpression: ["left", "right"],
  CallExpression: ["arguments"],
  ConditionalExpression: ["test", "consequent", "alternate"],
  DoWhileStatement: ["test"],
  ForInStatement: ["right"],
  ForOfStatement: ["right"],
  ForStatement: ["test", "update"],
  IfStatement: ["test"],
  LogicalExpression: ["left", "right"],
  NewExpression: ["arguments"],
  ParenthesizedExpression: ["expression"],
  Property: ["value"],
  PropertyDefinition: ["value"],
  ReturnStatement: ["argument"],
  SpreadElement: ["argument"],
  SwitchCase: ["test"],
  SwitchStatement: ["discriminant"],
  TemplateLiteral: ["expressions"],
  ThrowStatement: ["argument"],
  UnaryExpression: ["argument"],
  VariableDeclarator: ["init"],
  WhileStatement: ["test"],
  YieldExpression: ["argument"]
}

const isExpression = (place: Place): boolean => {
  const { key, node, parent } = place
  if (parent === null || !slots[parent.node.type]?.includes(key)) return false
  // A method's body belongs to its property, and a pattern takes no expression.
  if (node.type === "SpreadElement" || node.type.endsWith("Pattern") || node.type === "BlockStatement") return false
  if (parent.node.type === "Property") {
    return parent.node.kind === "init" && !parent.node.method && !parent.node.shorthand && !isInPattern(place)
  }
  return !(parent.node.type === "UnaryExpression" && /^(?:delete|typeof)$/.test(parent.node.operator))
}

const isInPattern = (place: Place): boolean => place.parent?.parent?.node.type === "ObjectPattern"

/** In sources without semicolons a parenthesis at the start of a statement would continue the line before. */
const startsStatement = (place: Place): boolean =>
  ancestorsOf(place).some(({ node }) => node.type === "ExpressionStatement" && node.start === place.node.start)

const probeAt = (place: Place, site: string): ReadonlyArray<Insertion> =>
  isListed(place) ? [{ at: place.node.start, text: `;${call(site)};`, order: -1 }] : around(place.node, site)

/** Outer nodes open before inner ones and close after them. */
const around = ({ end, start }: Place["node"], site: string): ReadonlyArray<Insertion> => [
  { at: start, text: `(${call(site)}, `, order: 1e9 - (end - start) },
  { at: end, text: ")", order: end - start - 1e9 }
]

/**
 * The function that probed files call. It writes a line for each test file and place, also in processes that tests start and kill.
 * Browsers, and runtimes without permission to write, report nothing.
 */
const probeFunction = ({ hits, test }: ProbeFiles): string => `
function faultProbe$(site) {
  let probe = globalThis.faultProbe$
  if (probe === undefined) {
    const fs = globalThis.process?.getBuiltinModule?.("node:fs")
    const clock = performance.now.bind(performance)
    const seen = new Set()
    let test = "", readAt = -Infinity
    probe = globalThis.faultProbe$ = fs === undefined ? () => {} : (site) => {
      try {
        if (clock() - readAt > ${rereadMillis}) {
          const now = fs.readFileSync(${JSON.stringify(test)}, "utf8")
          readAt = clock()
          if (now !== test) seen.clear()
          test = now
        }
        if (seen.has(site)) return
        seen.add(site)
        fs.appendFileSync(${JSON.stringify(hits)}, test + "\\t" + site + "\\n")
      } catch {
        globalThis.faultProbe$ = () => {}
      }
    }
  }
  probe(site)
}`
