import { Context } from "effect"
import type { AddressOf } from "../../server/connections/ClientAddress.ts"

/** What the dashboard has to know of the server that serves it. */
export class DashboardOptions extends Context.Service<DashboardOptions, {
  /** Under which browsers reach it, without a slash behind (`GATEHOUSE_PUBLIC_URL`); null: as they call it. */
  readonly publicUrl: string | null
  readonly addressOf: AddressOf
  readonly uploadBytesMax: number
  readonly historySubjects: "masked" | "full" | "none"
  readonly keepsLeadMessages: boolean
  /** What the operator allows at most. */
  readonly historyDaysMax: number
  /** Whether it shows the demo at `/demo`. */
  readonly hasDemo: boolean
}>()("gatehouse/adapters/http/account/session/DashboardOptions") {}
