import type { Fault, Source } from "./Fault.ts"
import { ancestorsOf, isFunction, isStatic, type NodePath, nodePathsOf } from "./Syntax.ts"

/** A source that reports when the place of a fault is evaluated, and otherwise behaves the same. */
export interface Probed {
  readonly text: string
  /** The site that each fault's probe reports; null for a place that is evaluated only when its module is loaded. */
  readonly sites: ReadonlyArray<string | null>
}

export interface ProbeFiles {
  /** The file to which probes append lines: a test file and a site, separated by a tab. */
  readonly hits: string
  /** The file with the path of the running test file. */
  readonly test: string
}

/** Probes reread the path of the running test file after this time. */
const rereadMillis = 5

interface Insertion {
  readonly at: number
  readonly text: string
  /** Of two insertions at one offset, the lower one comes first. */
  readonly order: number
}

/** Returns the site that every function of a file reports. */
export const fileSite = (file: string): string => `file ${file}`

/** Adds probes to a source: one for each fault, and one for each function of the file. */
export const probed = (source: Source, faults: ReadonlyArray<Fault>, files: ProbeFiles): Probed => {
  const nodePaths = nodePathsOf(source)
  const probedPaths = new Map<string, NodePath>()
  const sites = faults.map((fault) => {
    const nodePath = probedPathOf(fault, nodePaths)
    if (nodePath === null || isStatic(nodePath)) return null
    const site = `${source.file}:${nodePath.node.start}-${nodePath.node.end}`
    probedPaths.set(site, nodePath)
    return site
  })
  const insertions = [
    ...nodePaths.flatMap((nodePath) => functionProbe(nodePath, source.file)),
    ...[...probedPaths].flatMap(([site, nodePath]) => probeAt(nodePath, site))
  ]
  let text = source.text
  for (const { at, text: added } of insertions.toSorted((a, b) => b.at - a.at || b.order - a.order)) {
    text = text.slice(0, at) + added + text.slice(at)
  }
  return { text: `${text}\n${probeFunction(files)}\n`, sites }
}

const call = (site: string): string => `faultProbe$(${JSON.stringify(site)})`

const functionProbe = ({ node }: NodePath, file: string): ReadonlyArray<Insertion> => {
  if (!isFunction(node) || !("body" in node) || node.body === null) return []
  const body = node.body as NodePath["node"]
  return body.type === "BlockStatement"
    ? [{ at: body.start + 1, text: `;${call(fileSite(file))};`, order: 0 }]
    : around(body, fileSite(file))
}

/** Returns the innermost place around a fault that can take a probe, or null. */
const probedPathOf = ({ end, start }: Fault, nodePaths: ReadonlyArray<NodePath>): NodePath | null =>
  nodePaths.filter(({ node }) => node.start <= start && node.end >= end).findLast(canBeProbed) ?? null

const canBeProbed = (nodePath: NodePath): boolean =>
  isListed(nodePath) || (isExpression(nodePath) && !startsStatement(nodePath))

/** Reports whether the place is in a list of statements, so that a probe can be inserted before it. */
const isListed = ({ key, node, parent }: NodePath): boolean =>
  /Statement$|^VariableDeclaration$/.test(node.type) && parent !== null &&
  ((/^(?:BlockStatement|StaticBlock)$/.test(parent.node.type) && key === "body") ||
    (parent.node.type === "SwitchCase" && key === "consequent"))

/** Properties of syntax tree nodes that accept any expression in parentheses. */
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

const isExpression = (nodePath: NodePath): boolean => {
  const { key, node, parent } = nodePath
  if (parent === null || !slots[parent.node.type]?.includes(key)) return false
  // A method's body belongs to its property, and a pattern cannot contain a call.
  if (node.type === "SpreadElement" || node.type.endsWith("Pattern") || node.type === "BlockStatement") return false
  if (parent.node.type === "Property") {
    return parent.node.kind === "init" && !parent.node.method && !parent.node.shorthand && !isInPattern(nodePath)
  }
  return !(parent.node.type === "UnaryExpression" && /^(?:delete|typeof)$/.test(parent.node.operator))
}

const isInPattern = (nodePath: NodePath): boolean => nodePath.parent?.parent?.node.type === "ObjectPattern"

/** In sources without semicolons a parenthesis at the start of a statement would continue the line before. */
const startsStatement = (nodePath: NodePath): boolean =>
  ancestorsOf(nodePath).some(({ node }) => node.type === "ExpressionStatement" && node.start === nodePath.node.start)

const probeAt = (nodePath: NodePath, site: string): ReadonlyArray<Insertion> =>
  isListed(nodePath) ? [{ at: nodePath.node.start, text: `;${call(site)};`, order: -1 }] : around(nodePath.node, site)

/** Orders insertions so that outer nodes open before inner nodes and close after them. */
const around = ({ end, start }: NodePath["node"], site: string): ReadonlyArray<Insertion> => [
  { at: start, text: `(${call(site)}, `, order: 1e9 - (end - start) },
  { at: end, text: ")", order: end - start - 1e9 }
]

/**
 * Returns the function that probed files call. It writes a line for each test file and place.
 *
 * It writes synchronously, so that processes that tests kill report too. Browsers and runtimes without permission to write report
 * nothing.
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
