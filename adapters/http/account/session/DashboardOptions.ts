import { Context } from "effect"
import type { WebhookPolicy } from "../../../../core/webhooks/ManageWebhooks.ts"
import type { ClientAddressResolver } from "../../server/connections/ClientAddress.ts"

/** Server settings that the dashboard needs. */
export class DashboardOptions extends Context.Service<DashboardOptions, {
  /**
   * URL at which browsers reach the server, without a trailing slash (`GATEHOUSE_PUBLIC_URL`). If null, the URL is
   * taken from each request.
   */
  readonly publicUrl: string | null
  readonly resolveClientAddress: ClientAddressResolver
  readonly uploadBytesMax: number
  readonly historySubjects: "masked" | "full" | "none"
  readonly keepsLeadMessages: boolean
  /** Maximum retention of the history in days that the operator allows. */
  readonly historyDaysMax: number
  /** Whether the server shows the demo at `/demo`. */
  readonly hasDemo: boolean
  readonly webhookPolicy: WebhookPolicy
}>()("gatehouse/adapters/http/account/session/DashboardOptions") {}
