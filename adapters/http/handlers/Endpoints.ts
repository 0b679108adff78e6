import { Effect } from "effect"
import type { BlockRules } from "../../../core/ports/BlockRules.ts"
import type { Blocklist } from "../../../core/ports/Blocklist.ts"
import type { EmailLists } from "../../../core/ports/EmailLists.ts"
import type { Geo } from "../../../core/ports/Geo.ts"
import type { PublicSuffixes } from "../../../core/ports/PublicSuffixes.ts"
import type { Submissions } from "../../../core/ports/Submissions.ts"
import type { WebRisk } from "../../../core/ports/WebRisk.ts"
import type { Binding } from "../server/Binding.ts"
import { keyedEndpoint } from "../server/KeyedEndpoint.ts"
import { openEndpoint } from "../server/OpenEndpoint.ts"
import { emails } from "./Emails.ts"
import { leadBinding, scanBinding, siteverifyBinding } from "./NotYet.ts"
import { phishing } from "./Phishing.ts"
import { urls } from "./Urls.ts"

export interface EndpointOptions {
  /** Largest document, in bytes. */
  readonly uploadBytesMax: number
}

/** What the use cases behind the endpoints ask of the world. */
export type ScreeningPorts = Blocklist | BlockRules | EmailLists | Geo | PublicSuffixes | Submissions | WebRisk

/** Every endpoint of the contract by its path, each with the way that its requests take. */
export const endpoints = Effect.fnUntraced(function*({ uploadBytesMax }: EndpointOptions) {
  const scan = { ...scanBinding, contract: { ...scanBinding.contract, bodyBytesMax: uploadBytesMax } }
  const keyed: ReadonlyArray<Binding<ScreeningPorts>> = [scan, leadBinding, ...emails, ...urls, ...phishing]
  const ways = yield* Effect.forEach(keyed, (binding) => Effect.map(keyedEndpoint(binding), (way) => [binding.path, way] as const))
  return new Map([...ways, [siteverifyBinding.path, yield* openEndpoint(siteverifyBinding)] as const])
})
