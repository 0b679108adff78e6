/**
 * Builds the files for browsers: after `npm ci`, and as `npm run build`. A production install (`--omit=dev`) has no
 * build tools. `npm ci` then leaves the files in `dist` as they are, and `npm run build` fails.
 */
import { existsSync } from "node:fs"

if (existsSync(new URL("../node_modules/vite", import.meta.url))) await import("./build.ts")
else if (process.argv.includes("--required")) {
  console.error("The build tools are not installed. Run `npm ci` without `--omit=dev`, which also builds.")
  process.exitCode = 1
} else {
  console.log("dist: not built, because the build tools are not installed. The server uses the files that are there.")
}
