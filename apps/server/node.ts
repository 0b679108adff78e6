import { NodeRuntime } from "@effect/platform-node"
import { serve } from "./Program.ts"

NodeRuntime.runMain(serve)
