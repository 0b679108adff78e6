import { buildDashboard, dashboardFolder } from "./BuildDashboard.ts"
import { buildDocs, docsFolder } from "./BuildDocs.ts"
import { buildWidget, widgetFolder } from "./BuildWidget.ts"

/** Builds all files that browsers load: `npm run build`, and automatically with `npm ci`. */
const { files, version } = buildWidget()
console.log(`${widgetFolder}: version ${version}`)
for (const [name, { brotliBytes, bytes, gzipBytes }] of Object.entries(files)) {
  if (name.endsWith(".js")) console.log(`${name.padEnd(12)}${bytes} bytes, ${gzipBytes} gzip, ${brotliBytes} brotli`)
}

const { chunks, firstLoadBytes, isNew } = await buildDashboard()
console.log(`${dashboardFolder}: ${isNew ? "built" : "as it was"}, first load ${firstLoadBytes} bytes gzip`)
for (const [name, bytes] of Object.entries(chunks).slice(0, 4)) console.log(`${name.padEnd(28)}${bytes} bytes gzip`)

const docs = await buildDocs()
const [largest = 0] = Object.values(docs.firstLoad).map(({ bytes }) => bytes)
console.log(`${docsFolder}: ${docs.isNew ? "built" : "as it was"}, first load at most ${largest} bytes brotli`)
