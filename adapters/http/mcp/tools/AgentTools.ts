import type { AgentTool } from "./AgentTool.ts"
import { balanceTool } from "./BalanceTool.ts"
import { type DocumentToolOptions, makeDocumentTool } from "./DocumentTool.ts"
import { screeningTools } from "./ScreeningTools.ts"

export const agentTools = (options: DocumentToolOptions): ReadonlyArray<AgentTool> => [
  makeDocumentTool(options),
  ...screeningTools,
  balanceTool
]
