import { Session } from "node:inspector/promises"
import { fileURLToPath } from "node:url"
import { type Node, parseSync } from "oxc-parser"
import { readText, root, sourceFiles } from "../../house/Tree.ts"

/** Returns the names of the functions that `work` calls, each with its file: `core/urls/WebUrl.ts parseWebUrl`. */
export const calledFunctions = async (work: () => void): Promise<ReadonlySet<string>> => {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    // Without counts, V8 optimizes a function after its first call, which takes a third of the time.
    await session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: false })
    work()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    return new Set(
      result.filter(({ url }) => url.startsWith("file://")).flatMap(({ functions, url }) => {
        const file = fileURLToPath(url).replace(root, "")
        return functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) =>
          `${file} ${functionName}`
        )
      })
    )
  } finally {
    await session.post("Profiler.stopPreciseCoverage")
    session.disconnect()
  }
}

/** Lists the exported functions of folders that take text or bytes, each with its file. */
export const textFunctions = (folders: ReadonlyArray<string>): ReadonlyArray<string> =>
  folders.flatMap((folder) => sourceFiles(folder)).flatMap((file) => {
    const text = readText(file)
    return exportedFunctions(file, text).filter(({ parameters }) =>
      parameters.some((parameter) => takesText(parameter, text))
    )
      .map(({ name }) => `${file} ${name}`)
  })

interface ExportedFunction {
  readonly name: string
  readonly parameters: ReadonlyArray<Node>
}

const exportedFunctions = (file: string, text: string): ReadonlyArray<ExportedFunction> =>
  parseSync(file, text).program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return []
    const { declaration } = statement
    if (declaration?.type === "FunctionDeclaration") {
      return [{ name: declaration.id!.name, parameters: declaration.params }]
    }
    if (declaration?.type !== "VariableDeclaration") return []
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && init?.type === "ArrowFunctionExpression"
        ? [{ name: id.name, parameters: init.params }]
        : []
    )
  })

const takesText = (parameter: Node, text: string): boolean => {
  const inner = parameter.type === "AssignmentPattern" ? parameter.left : parameter
  const type = "typeAnnotation" in inner ? inner.typeAnnotation : null
  return type !== null && type !== undefined &&
    /\b(?:string|Uint8Array|[A-Z]\w*Id)\b/.test(text.slice(type.start, type.end))
}
