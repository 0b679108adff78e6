import { build } from "esbuild"
import { bundleEntries, copyBundleData } from "gatehouse/bundle"

await build({
  entryPoints: { app: "app.ts", ...bundleEntries },
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: "dist"
})
copyBundleData("dist")
