import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/**
 * How Chromium is started: as Playwright does, with the flag that hides it best, or without a graphics processor to stand in for,
 * which takes a tenth less where nothing asks the browser what it is.
 */
export type Start = keyof typeof flags

const flags = {
  stock: [],
  stealth: ["--disable-blink-features=AutomationControlled"],
  plain: ["--disable-gpu"]
} as const

export const startChromium = (path: string, start: Start, display: string | null): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    headless: display === null,
    env: { ...process.env, ...(display === null ? {} : { DISPLAY: display }) } as Record<string, string>,
    args: ["--no-sandbox", ...flags[start]]
  })

/** A screen for windows that nobody looks at, or null where Xvfb is missing. */
export const startScreen = async (): Promise<{ readonly display: string; readonly stop: () => void } | null> => {
  if (!existsSync("/usr/bin/Xvfb")) return null
  const server = spawn("/usr/bin/Xvfb", ["-displayfd", "3", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"]
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once("data", (bytes: Uint8Array) => resolve(String(bytes).trim()))
    server.once("exit", () => reject(new Error("Xvfb ended")))
  })
  return { display: `:${number}`, stop: () => server.kill() }
}
