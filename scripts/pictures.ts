import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { chromium } from "playwright-core"
import { buildDashboard } from "./BuildDashboard.ts"
import { findChromium, signIn } from "./screens/SignIn.ts"
import { seed, startGatehouse } from "./screens/StartGatehouse.ts"
import { colorSchemes, screenSizes, waitUntilSettled } from "./screens/Views.ts"

/**
 * Writes the README's pictures from seeded data: `node scripts/pictures.ts`. They are docs/images/dashboard-light.png
 * and docs/images/dashboard-dark.png.
 */
const root = fileURLToPath(new URL("..", import.meta.url))
const out = join(root, "docs/images")
const pictureBytesMax = 150 * 1024

const folder = mkdtempSync(join(tmpdir(), "gatehouse-pictures-"))
const database = `sqlite:${join(folder, "gatehouse.db")}`
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] })
try {
  await buildDashboard()
  await seed(database, { requests: 20_000, days: 30 })
  // The pictures show a healthy installation, with credits for months and a threat list.
  await promisify(execFile)(
    join(root, "node_modules/.bin/node"),
    [join(root, "apps/cli/main.mjs"), "credits", "grant", "--amount", "400000"],
    { cwd: folder, env: { ...process.env, DATABASE_URL: database } }
  )
  const feed = join(folder, "phishing.txt")
  writeFileSync(feed, "https://paypa1-login.example/verify\n")
  const gatehouse = await startGatehouse(database, {
    env: { GATEHOUSE_THREAT_FEEDS: `${feed}#name=phishing-list&type=phishing` }
  })
  try {
    const storageState = await (await signIn(browser, gatehouse)).storageState()
    mkdirSync(out, { recursive: true })
    for (const colorScheme of colorSchemes) {
      const context = await browser.newContext({
        ...screenSizes.desktop,
        baseURL: gatehouse.baseUrl,
        colorScheme,
        reducedMotion: "reduce",
        storageState
      })
      const page = await context.newPage()
      await page.goto("/dashboard/")
      await waitUntilSettled(page)
      const path = join(out, `dashboard-${colorScheme}.png`)
      await page.screenshot({ path })
      const { size } = statSync(path)
      if (size > pictureBytesMax) throw new Error(`${path} has ${size} bytes, more than ${pictureBytesMax}.`)
      console.log(`${path}: ${size} bytes`)
    }
  } finally {
    await gatehouse.stop()
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
