/**
 * Measures the time from the first focus in a form to its token in headless Chromium.
 *
 * Compares it with the widgets of ALTCHA and Cap, alternately on the same page, each time in a new profile without a
 * cache. Then prints the size of each widget's downloads.
 *
 *   npm run bench:shield-widget [rounds] [path of cap_wasm_bg.wasm]
 *
 * Cap loads `cap_wasm_bg.wasm` of the package @cap.js/wasm from a CDN.
 */
import { fork } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { buildWidget, widgetFolder } from "../../scripts/BuildWidget.ts"
import { startChromium } from "../browser/Chromium.ts"
import { root } from "../house/Tree.ts"
import { findChromium } from "../support/InstalledPrograms.ts"
import { startFlags } from "../support/StartFlags.ts"
import { type Contender, contenders, startPages } from "./shield/WidgetPages.ts"

const rounds = Number(process.argv[2] ?? 20)
const wasmPath = process.argv[3] ?? null
/** Pause before the first focus. Visitors read before they write, so the page has loaded by then. */
const readMillis = 500
const tokenMillisMax = 180_000

const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"))

const startGatehouse = async () => {
  const child = fork(new URL("./servers/shield.ts", import.meta.url), {
    execArgv: [...startFlags],
    env: { ...process.env, DATABASE_URL: `sqlite:${folder}/bench.db`, PORT: "0", GATEHOUSE_LOG_LEVEL: "Warn" }
  })
  const { port, siteKey } = await new Promise<any>((resolve) => child.once("message", resolve))
  return { base: `http://127.0.0.1:${port}`, siteKey: siteKey as string, close: () => child.disconnect() }
}

/** Opens the page in a new profile. Returns the milliseconds that the page measures. */
const measureOnce = async (browser: Browser, address: string): Promise<number> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForTimeout(readMillis)
    await page.click("input[name=name]")
    const took = await page.waitForFunction(() => (globalThis as any).took, null, {
      timeout: tokenMillisMax,
      polling: 50
    })
    return await took.jsonValue()
  } finally {
    await context.close()
  }
}

const quantile = (numbers: ReadonlyArray<number>, part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.ceil(numbers.length * part) - 1)]!

const measure = async (): Promise<void> => {
  const chromium = findChromium()
  if (chromium === null) return
  const gatehouse = await startGatehouse()
  const pages = await startPages(gatehouse, wasmPath)
  const browser = await startChromium(chromium, "stock", null)
  const millisByWidget = new Map<Contender, Array<number>>(contenders.map((one) => [one, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of contenders) {
      millisByWidget.get(one)!.push(await measureOnce(browser, `${pages.origin}/${one.path}`))
    }
  }
  await browser.close()
  pages.close()
  gatehouse.close()
  console.log(
    `\nFrom the first focus to the token, ms; ${rounds} alternating runs each${
      wasmPath === null ? "; Cap runs without WebAssembly" : ""
    }\n`
  )
  console.log(`${"".padEnd(40)}      min   median      p95      max`)
  for (const [{ name }, all] of millisByWidget) {
    const row = [Math.min(...all), quantile(all, 0.5), quantile(all, 0.95), Math.max(...all)]
    console.log(name.padEnd(40) + row.map((millis) => millis.toFixed(0).padStart(9)).join(""))
  }
}

/** Prints the bytes that a page loads with each widget, all compressed in the same way. */
const printSizes = (): void => {
  buildWidget()
  const modules = join(root, "node_modules")
  const files: ReadonlyArray<readonly [string, string]> = [
    ["gatehouse widget.js", join(widgetFolder, "widget.js")],
    ["gatehouse engine.js (loaded on demand)", join(widgetFolder, "engine.js")],
    ["gatehouse solver.js (with the challenge)", join(widgetFolder, "solver.js")],
    ["gatehouse languages/en.json", join(widgetFolder, "languages/en.json")],
    ["altcha altcha.min.js", join(modules, "altcha/dist/main/altcha.min.js")],
    ["altcha, all languages", join(modules, "altcha/dist/main/altcha.i18n.min.js")],
    ["cap cap.min.js", join(modules, "@cap.js/widget/cap.min.js")],
    ...wasmPath === null ? [] : [["cap cap_wasm_bg.wasm", wasmPath] as const]
  ]
  console.log("\nbytes                                         raw     gzip   brotli")
  for (const [name, path] of files.filter(([, path]) => existsSync(path))) {
    const bytes = readFileSync(path)
    const row = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
    console.log(name.padEnd(40) + row.map((size) => String(size).padStart(9)).join(""))
  }
}

printSizes()
await measure()
rmSync(folder, { recursive: true, force: true })
