import { readFileSync } from "node:fs"
import { architecturePage } from "../architecture/ArchitecturePage.ts"
import { commandLinePage } from "./CommandLinePage.ts"
import { documentReasonsPage } from "./DocumentReasonsPage.ts"
import { leadReasonsPage } from "./LeadReasonsPage.ts"
import { managementPage } from "./ManagementPage.ts"
import { settingsPage } from "./SettingsPage.ts"
import { shieldSignalsPage } from "./ShieldSignalsPage.ts"
import { webhookEventsPage } from "./WebhookEventsPage.ts"

/** Returns the documentation pages that are generated from code, by path. */
export const generatedPages = async (): Promise<Readonly<Record<string, string>>> => ({
  "docs/architecture.md": architecturePage(
    readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8")
  ),
  "docs/operating/settings.md": settingsPage(),
  "docs/reference/command-line.md": await commandLinePage(),
  "docs/reference/document-reasons.md": documentReasonsPage(),
  "docs/reference/lead-reasons.md": leadReasonsPage(),
  "docs/reference/management-api.md": managementPage(),
  "docs/reference/shield-signals.md": shieldSignalsPage(),
  "docs/reference/webhook-events.md": webhookEventsPage()
})
