import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { seed, startGatehouse } from "../../../scripts/screens/StartGatehouse.ts"
import { seedOwner, seedPassword } from "../../../scripts/seed/SeedOwner.ts"
import { compileCache } from "../../support/CompileCache.ts"
import type { SharedResource } from "../../support/OnDemand.ts"
import { shiftedClockOptions } from "../../support/ShiftedClockOptions.ts"
import { startFlags } from "../../support/StartFlags.ts"

/** End of the seeded month: noon UTC on a Friday. The clocks of the server and the browsers start at this time. */
const monthEnd = new Date("2026-11-20T12:00:00Z")

/** Number of requests to seed, so that lists have a second page. */
const requests = 56

/** Seed of a month with every kind of request, document, lead and submission. Not every seed makes such a month. */
const completeSeed = 9

/** Description of a server with a seeded month, for tests in other processes. */
export interface Month {
  readonly baseUrl: string
  /** Session cookie of the signed-in owner. */
  readonly cookie: { readonly name: string; readonly value: string }
  /** Milliseconds by which the server's clock is ahead of the system's clock; negative if it is behind. */
  readonly clockMillis: number
}

/** Seeds a month, starts a server with it, and signs in the owner. */
export const startMonth = async (
  of: number = completeSeed
): Promise<Month & { readonly stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-month-"))
  const database = `sqlite:${join(folder, "gatehouse.db")}`
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  await seed(database, { requests, days: 30, seed: of, until: monthEnd, isEven: true })
  const clockMillis = monthEnd.getTime() - Date.now()
  const { env, flags } = shiftedClockOptions(clockMillis)
  const { baseUrl, stop } = await startGatehouse(database, {
    env: { ...compileCache, ...env },
    flags: [...startFlags, ...flags]
  })
  const end = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { baseUrl, cookie: await signIn(baseUrl), clockMillis, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Starts a month for the whole test run, and shares its description as JSON. */
export const shareMonth = async (): Promise<SharedResource> => {
  const { stop, ...month } = await startMonth()
  return { value: JSON.stringify(month), stop }
}

const signIn = async (baseUrl: string): Promise<Month["cookie"]> => {
  const response = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: baseUrl,
      "user-agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
      "x-gatehouse-dashboard": "1"
    },
    body: JSON.stringify({ email: seedOwner, password: seedPassword })
  })
  const [, name, value] = /^(gatehouse)=([\w-]+)/.exec(response.headers.getSetCookie().join("\n")) ?? []
  if (name === undefined || value === undefined) throw new Error(`The sign-in failed: ${await response.text()}`)
  return { name, value }
}
