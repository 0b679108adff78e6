import { bundleEntries, copyBundleData } from "gatehouse/bundle"
import { build } from "vite"

await build({
  build: {
    ssr: true,
    outDir: "dist",
    rollupOptions: {
      input: { app: "app.ts", ...bundleEntries },
      // Keep all modules in one folder: they find the data and each other beside them.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
    }
  },
  // Without this option, Vite leaves packages out of the bundle.
  ssr: { noExternal: true }
})
copyBundleData("dist")
