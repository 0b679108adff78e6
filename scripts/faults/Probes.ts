import type { Fault, Source } from "./Fault.ts"
import { ancestorsOf, isFunction, type NodePath, nodePathsOf, runsAtModuleLoad } from "./Syntax.ts"

/** Source that reports when the code of a fault is evaluated, and otherwise behaves as before. */
export interface ProbedSource {
  readonly text: string
  /** Site that each fault's probe reports. Null for code that runs only when its module is loaded. */
  readonly sites: ReadonlyArray<string | null>
}

export interface ProbeFiles {
  /** File to which probes append lines. A line is a test file and a site, separated by a tab. */
  readonly hits: string
  /** File with the path of the running test file. */
  readonly test: string
}

/** Milliseconds after which a probe rereads the path of the running test file. */
const rereadMillis = 5

interface Insertion {
  readonly at: number
  readonly text: string
  /** Sorts the insertions at the same offset, in ascending order. */
  readonly order: number
}

/** Returns the site that the probes of all functions in a file report. */
export const fileSite = (file: string): string => `file ${file}`

/** Adds probes to a source: one at the site of each fault, and one in each function. */
export const insertProbes = (source: Source, faults: ReadonlyArray<Fault>, files: ProbeFiles): ProbedSource => {
  const nodePaths = nodePathsOf(source)
  const probedPaths = new Map<string, NodePath>()
  const sites = faults.map((fault) => {
    const nodePath = probedPathOf(fault, nodePaths)
    if (nodePath === null || runsAtModuleLoad(nodePath)) return null
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

/** Returns the innermost node around a fault that can have a probe, or null. */
const probedPathOf = ({ end, start }: Fault, nodePaths: ReadonlyArray<NodePath>): NodePath | null =>
  nodePaths.filter(({ node }) => node.start <= start && node.end >= end).findLast(canBeProbed) ?? null

const canBeProbed = (nodePath: NodePath): boolean =>
  isListed(nodePath) || (isExpression(nodePath) && !startsStatement(nodePath))

/** Reports whether a node is in a list of statements, so that a probe can be inserted before it. */
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
  // Excludes method bodies, which belong to a property, and patterns, which cannot contain a call.
  if (node.type === "SpreadElement" || node.type.endsWith("Pattern") || node.type === "BlockStatement") return false
  if (parent.node.type === "Property") {
    return parent.node.kind === "init" && !parent.node.method && !parent.node.shorthand && !isInPattern(nodePath)
  }
  return !(parent.node.type === "UnaryExpression" && /^(?:delete|typeof)$/.test(parent.node.operator))
}

const isInPattern = (nodePath: NodePath): boolean => nodePath.parent?.parent?.node.type === "ObjectPattern"

/**
 * Reports whether a node starts a statement. In sources without semicolons, a parenthesis there would continue the
 * previous line.
 */
const startsStatement = (nodePath: NodePath): boolean =>
  ancestorsOf(nodePath).some(({ node }) => node.type === "ExpressionStatement" && node.start === nodePath.node.start)

const probeAt = (nodePath: NodePath, site: string): ReadonlyArray<Insertion> =>
  isListed(nodePath) ? [{ at: nodePath.node.start, text: `;${call(site)};`, order: -1 }] : around(nodePath.node, site)

/** Encloses a node in a probe. By their order, outer nodes open before inner nodes and close after them. */
const around = ({ end, start }: NodePath["node"], site: string): ReadonlyArray<Insertion> => [
  { at: start, text: `(${call(site)}, `, order: 1e9 - (end - start) },
  { at: end, text: ")", order: end - start - 1e9 }
]

/**
 * Returns the source of the function that probes call. In each process, it writes one line per test file and site.
 *
 * It writes synchronously, because tests kill some processes. Browsers, and runtimes without write permission, report
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
