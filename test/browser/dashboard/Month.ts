import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { seed, startGatehouse } from "../../../scripts/screens/StartGatehouse.ts"
import { seedOwner, seedPassword } from "../../../scripts/seed/SeedOwner.ts"
import { compileCache } from "../../support/CompileCache.ts"
import type { SharedResource } from "../../support/OnDemand.ts"
import { shiftedClockOptions } from "../../support/ShiftedClockOptions.ts"
import { startFlags } from "../../support/StartFlags.ts"

/** The end of a seeded month, at which the clocks of its server and its browsers start: noon UTC on a Friday. */
const monthEnd = new Date("2026-11-20T12:00:00Z")

/** Enough requests that lists have a second page. */
const requests = 56

/** Of seeds 1 to 20, this seed makes a month with every kind of request, document, lead and submission. */
const completeSeed = 9

/** A server on a seeded month, described for tests in other processes. */
export interface Month {
  readonly baseUrl: string
  /** The session cookie of the signed-in owner. */
  readonly cookie: { readonly name: string; readonly value: string }
  /** How far the server's clock is ahead of the system's; negative if behind. */
  readonly clockMillis: number
}

/** Seeds a month, starts a server on it and signs its owner in. */
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

/** Runs `startMonth` for the whole run and shares its address as JSON. */
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
