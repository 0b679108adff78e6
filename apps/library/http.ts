/**
 * The HTTP API of Gatehouse in another program's server: beside your own routes, on Node, Bun and Deno.
 *
 * | Server | Use |
 * |---|---|
 * | Effect's `HttpRouter` | `layerRoutes` |
 * | An `HttpApi` of your own | `layerGroups` |
 * | `node:http`, Express | `makeNodeListener` |
 * | Bun, Deno, and frameworks with `Request` and `Response` | `makeWebHandler` |
 *
 * All of them require the ports of the core: `layerEmbedded` of `gatehouse`, a layer of `gatehouse/storage`, and a layer
 * of the port `Download`, such as `DownloadNode.layer()` of `gatehouse/webRisk`.
 *
 * @example
 * import { makeNodeListener } from "gatehouse/http"
 *
 * const runtime = ManagedRuntime.make(Layer.mergeAll(layerEmbedded, DownloadNode.layer(), layerSqlite({ filename })))
 * const gatehouse = await runtime.runPromise(makeNodeListener())
 */
export { Api, apiVersion } from "../../adapters/http/api/Api.ts"
export { Documents } from "../../adapters/http/api/Documents.ts"
export { Emails } from "../../adapters/http/api/Emails.ts"
export { ApiKeyAuth } from "../../adapters/http/api/EndpointContract.ts"
export { Leads as LeadsGroup } from "../../adapters/http/api/Leads.ts"
export { Phishing } from "../../adapters/http/api/Phishing.ts"
export { Shield } from "../../adapters/http/api/Shield.ts"
export { Urls } from "../../adapters/http/api/Urls.ts"
export { Widget } from "../../adapters/http/api/Widget.ts"
export type { ScreeningPorts } from "../../adapters/http/handlers/Endpoints.ts"
export { type ApiGroups, layerGroups } from "../../adapters/http/mount/ApiGroups.ts"
export { RemoteAddress } from "../../adapters/http/mount/EffectExchange.ts"
export { layerRoutes, makeWebHandler, type WebHandler } from "../../adapters/http/mount/Mount.ts"
export type { MountOptions } from "../../adapters/http/mount/MountedRoutes.ts"
export { makeNodeListener, type NodeListener } from "../../adapters/http/mount/NodeListener.ts"
export { readWidgetFiles, type WidgetFiles } from "../../adapters/http/server/pages/WidgetFiles.ts"
export { uploadBytesMaxDefault } from "../../core/documents/ReceivedBytes.ts"
export { shieldRequestsPerMinuteDefault } from "../../core/shield/VisitorTraffic.ts"
export { widgetFiles } from "./HttpWidget.ts"
