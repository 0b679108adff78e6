import { describe, expect, it } from "vitest"
import {
  jobMillisMax,
  queuedBytesMax,
  queuedPerKeyMax,
  readMillisMax,
  workerHeapMegabytesMax
} from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { embeddedFilesMax } from "../../adapters/documents/ReadDocument.ts"
import { defaultBudgetLimits } from "../../adapters/documents/reading/Budget.ts"
import { defaultDownloadLimits } from "../../adapters/download/DownloadLimits.ts"
import { bulkBytesMax, jsonBytesMax } from "../../adapters/http/api/EndpointContract.ts"
import { messageBytesMax } from "../../adapters/http/mcp/protocol/JsonRpc.ts"
import { protocolMessagesPerMinuteMax } from "../../adapters/http/mcp/server/McpEndpoint.ts"
import {
  headersBytesMax,
  headersCountMax,
  headersMillisMax,
  requestMillisMax
} from "../../adapters/http/server/connections/NodeServer.ts"
import { settings } from "../../apps/server/settings/Settings.ts"
import { costTable } from "../../core/credits/CostTable.ts"
import { linksMax } from "../../core/documents/judge/DocumentLinks.ts"
import { linksScreenedMax } from "../../core/documents/ScanDocument.ts"
import { bulkEmailsMax } from "../../core/emails/BulkLimit.ts"
import { urlCharsMax } from "../../core/urls/WebUrl.ts"
import {
  attemptsConcurrentMax,
  attemptsPerEndpointMax,
  pendingDeliveriesMax
} from "../../core/webhooks/DeliverWebhooks.ts"
import { failingMillisMax, retryWindowMillis } from "../../core/webhooks/RetrySchedule.ts"
import { attemptsStoredMax } from "../../core/webhooks/WebhookDelivery.ts"
import { endpointsMax } from "../../core/webhooks/WebhookEndpoint.ts"
import { attemptMillisMax } from "../../core/webhooks/WebhookSender.ts"
import { readText } from "./Tree.ts"

const page = readText("docs/operating/limits.md")

const number = (value: number): string => value.toLocaleString("en-US")
const kib = (bytes: number): string => `${number(bytes / 1024)} KiB`
const mib = (bytes: number): string => `${number(bytes / 1024 / 1024)} MiB`
const seconds = (millis: number): string => `${number(millis / 1000)} s`
const fallbackOf = (wanted: string): number => Number(settings.find(({ name }) => name === wanted)!.defaultText)

describe("docs/operating/limits.md", () => {
  it.each([
    `| JSON body | ${kib(jsonBytesMax)} |`,
    `| JSON body of \`/scan/email/bulk\` | ${mib(bulkBytesMax)}, ${bulkEmailsMax} addresses |`,
    `| Message to \`/mcp\` | ${mib(messageBytesMax)} |`,
    `have a limit of ${protocolMessagesPerMinuteMax} per minute and key`,
    `| Document | ${mib(fallbackOf("GATEHOUSE_UPLOAD_BYTES_MAX"))} (`,
    `| URL | ${number(urlCharsMax)} characters |`,
    `| Request headers | ${kib(headersBytesMax)} and ${headersCountMax} lines |`,
    `| Time to receive a whole request | ${seconds(requestMillisMax)} |`,
    `| Reading time | ${seconds(readMillisMax)} |`,
    `| Thread time | ${seconds(jobMillisMax)} |`,
    `| Thread memory | ${workerHeapMegabytesMax} MiB |`,
    `| Decompressed bytes | ${mib(defaultBudgetLimits.inflatedBytesMax)} per document, ${
      mib(defaultBudgetLimits.inflatedStreamBytesMax)
    } per ` +
    `stream, ${mib(defaultBudgetLimits.inflatedEntryBytesMax)} per archive entry`,
    `| Embedded files | ${mib(defaultBudgetLimits.embeddedBytesMax)}, ${number(embeddedFilesMax)} files,`,
    `| Objects and values of a PDF | ${number(defaultBudgetLimits.objectsMax)} and ${
      number(defaultBudgetLimits.valuesMax)
    } |`,
    `| Links | ${number(linksMax)} checked by the rules, ${number(linksScreenedMax)} of them looked up |`,
    `| Download by URL | ${
      seconds(defaultDownloadLimits.totalMillisMax)
    }, ${defaultDownloadLimits.redirectsMax} redirects |`,
    `| First request | Headers must be complete ${seconds(headersMillisMax)} after`,
    `\`GATEHOUSE_CONNECTIONS_MAX\` (${number(fallbackOf("GATEHOUSE_CONNECTIONS_MAX"))})`,
    `\`GATEHOUSE_SCANS_QUEUED_PER_KEY\` (${queuedPerKeyMax}) | 4 times as many, ${mib(queuedBytesMax)} |`,
    `\`GATEHOUSE_DOWNLOADS\` (${defaultDownloadLimits.concurrentMax})`,
    `for at most ${seconds(defaultDownloadLimits.queueMillisMax)}`,
    `| Endpoints of an account | ${endpointsMax} |`,
    `| Time to answer a webhook | ${seconds(attemptMillisMax)} |`,
    `| Time between the first attempt and the last | ${retryWindowMillis / 3_600_000} h |`,
    `| Time without a success | ${failingMillisMax / 3_600_000} h |`,
    `| Attempts at the same time | ${attemptsConcurrentMax}, of which ${attemptsPerEndpointMax} to one endpoint |`,
    `| Pending deliveries of an endpoint | ${number(pendingDeliveriesMax)} |`,
    `| Stored attempts of a delivery | ${attemptsStoredMax} |`
  ])("states %s", (text) => {
    expect(page).toContain(text)
  })

  it("states the price of each operation", () => {
    const stated = Object.fromEntries(
      [...page.matchAll(/^\| (`POST [^|]+`) \| (\d+)/gm)].flatMap(([, endpoints = "", credits]) =>
        [...endpoints.matchAll(/POST \/([\w/-]+)/g)].map(([, operation]) => [operation, Number(credits)])
      )
    )
    const paid = Object.entries(costTable).filter(([operation]) => operation in stated)
    expect(stated).toEqual(Object.fromEntries(paid))
    expect(Object.entries(costTable).filter(([operation, credits]) => credits > 0 && !(operation in stated))).toEqual(
      []
    )
  })
})
