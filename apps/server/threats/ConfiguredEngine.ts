import { Layer } from "effect"
import * as MalwareEngineClamd from "../../../adapters/malware/clamd/MalwareEngineClamd.ts"
import type { GatehouseConfig } from "../settings/Config.ts"

/** Layer of the malware engine, or an empty layer if none is configured. */
export const layerMalwareEngine = ({ clamd, clamdRequired, clamdTimeoutSeconds }: GatehouseConfig) =>
  clamd === null ? Layer.empty : MalwareEngineClamd.layer({
    address: clamd,
    timeoutMillis: clamdTimeoutSeconds * 1_000,
    isRequired: clamdRequired === "on"
  })
