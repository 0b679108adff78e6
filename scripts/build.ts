import { buildWidget, widgetFolder } from "./BuildWidget.ts"

/** Builds what browsers load: `npm run build`, and by itself with `npm ci`. */
const { files, version } = buildWidget()
console.log(`${widgetFolder}: version ${version}`)
for (const [name, { brotliBytes, bytes, gzipBytes }] of Object.entries(files)) {
  if (name.endsWith(".js")) console.log(`${name.padEnd(12)}${bytes} bytes, ${gzipBytes} gzip, ${brotliBytes} brotli`)
}
