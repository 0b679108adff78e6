import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import { buildDashboard } from "./BuildDashboard.ts"
import { measureLoad } from "./screens/FirstLoad.ts"
import { findChromium, signIn } from "./screens/SignIn.ts"
import { type Gatehouse, seed, startGatehouse } from "./screens/StartGatehouse.ts"
import {
  colorSchemes,
  entryViews,
  findNewest,
  innerViews,
  pageViews,
  screenSizes,
  type View,
  waitUntilSettled
} from "./screens/Views.ts"
import { readScriptArguments } from "./ScriptOptions.ts"

const screenNames = Object.keys(screenSizes)

/** `node scripts/screenshots.ts --help` describes this script. */
const { values, positionals: [out] } = readScriptArguments({
  usage: "node scripts/screenshots.ts FOLDER [options]",
  description:
    "Pictures of every page of the dashboard, light and dark, of an empty account and of a full one; and what the first " +
    "load takes, in load.json.",
  positionalsMax: 1,
  options: {
    only: { value: "NAMES", description: "Pages whose names begin so, as shield,rules", fallbackLabel: "all" },
    screens: { value: "NAMES", description: `Of ${screenNames.join(", ")}`, fallback: "desktop,phone" },
    requests: { value: "N", description: "How many requests the full account has", fallback: "20000" },
    days: { value: "N", description: "Over how many days", fallback: "30" },
    database: { value: "URL", description: "One that scripts/seed.ts has filled, in place of a new one" }
  },
  example: "node scripts/screenshots.ts /tmp/pictures --only shield,rules --screens phone,tablet",
  problemOf: ({ values: { days, requests, screens }, positionals: [out] }) => {
    if (out === undefined) return "Say into which folder the pictures go."
    const unknown = screens!.split(",").find((name) => !screenNames.includes(name))
    if (unknown !== undefined) return `There is no screen "${unknown}", only ${screenNames.join(", ")}.`
    return [days, requests].every((text) => /^[1-9]\d*$/.test(text!))
      ? null
      : "--requests and --days take whole numbers."
  }
})
const chosenScreens = Object.entries(screenSizes).filter(([name]) => values.screens!.split(",").includes(name))
const only = values.only?.split(",")
const isWanted = ({ name }: View) => only === undefined || only.some((wanted) => name.startsWith(wanted))

const problems: Array<string> = []

const shoot = async (
  browser: Browser,
  gatehouse: Gatehouse,
  state: string,
  views: ReadonlyArray<View>,
  cookies: any
) => {
  for (const theme of colorSchemes) {
    for (const [screen, options] of chosenScreens) {
      const context = await browser.newContext({
        ...options,
        baseURL: gatehouse.baseUrl,
        colorScheme: theme,
        reducedMotion: "reduce",
        storageState: cookies
      })
      for (const { name, open, path } of views.filter(isWanted)) {
        const page = await context.newPage()
        page.setDefaultTimeout(8_000)
        const picture = `${state}/${name}-${screen}-${theme}.png`
        const report = (what: string) => problems.push(`${picture}: ${what}`)
        page.on("pageerror", ({ message }) => report(message))
        page.on("console", (message) => {
          if (message.type() === "error" && !message.text().startsWith("Failed to load")) report(message.text())
        })
        try {
          await page.goto(`/dashboard${path}`)
          await waitUntilSettled(page)
          await open?.(page)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (wide > 0) report(`${wide} pixels wider than the screen`)
          await page.screenshot({ path: join(out!, picture), fullPage: true })
        } catch (cause) {
          report((cause as Error).message.split("\n")[0]!)
          await page.screenshot({ path: join(out!, picture) })
        }
        await page.close()
      }
      await context.close()
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-screens-"))
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] })
let running: Gatehouse | undefined
try {
  mkdirSync(out!, { recursive: true })
  await buildDashboard()
  const full = values.database ?? `sqlite:${join(folder, "full.db")}`
  for (const [state, database] of [["empty", `sqlite:${join(folder, "empty.db")}`], ["full", full]] as const) {
    if (state === "full" && values.database === undefined) {
      await seed(database, { requests: Number(values.requests), days: Number(values.days) })
    }
    running = await startGatehouse(database)
    const context = await signIn(browser, running)
    const cookies = await context.storageState()
    const fetchJson = async (path: string) =>
      (await context.request.get(`/dashboard/api${path}`)).json().catch(() => undefined)
    const views = [...pageViews, ...innerViews(await findNewest(fetchJson))]
    await shoot(browser, running, state, views, cookies)
    if (state === "empty") await shoot(browser, running, state, entryViews, { cookies: [], origins: [] })
    else {
      const load = await measureLoad(browser, `${running.baseUrl}/dashboard/`, cookies)
      writeFileSync(join(out!, "load.json"), JSON.stringify(load, null, 2))
      console.log(JSON.stringify(load, null, 2))
    }
    await running.stop()
  }
} finally {
  await running?.stop()
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.log(problem)
