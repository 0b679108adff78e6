import { buildSync } from "esbuild"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { root } from "../../house/Tree.ts"

const bundled = (source: string): string =>
  buildSync({
    absWorkingDir: root,
    ...source.endsWith(".ts")
      ? { entryPoints: [source] }
      : { stdin: { contents: source, resolveDir: root, loader: "ts" as const } },
    bundle: true,
    format: "iife",
    target: "es2020",
    write: false
  }).outputFiles[0]!.text

/**
 * Serves a page with `solve` and `supportedProfile` on its window. The page has two origins, which differ in the port.
 * `?csp=` sets the content security policy.
 */
export const startSolverPage = async () => {
  const page = bundled(
    `import { supportedProfile, solve } from "./apps/widget/solver/Solve.ts"; Object.assign(globalThis, { supportedProfile, solve })`
  )
  const solver = bundled("apps/widget/solver/Worker.ts")
  const start = () =>
    new Promise<{ readonly origin: string; readonly close: () => void }>((resolve) => {
      const server = createServer((request, response) => {
        const url = new URL(request.url!, "http://localhost")
        const policy = url.searchParams.get("csp")
        if (policy !== null) response.setHeader("Content-Security-Policy", policy)
        const isScript = url.pathname.endsWith(".js")
        response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html")
        if (url.pathname === "/shield/solver.js") response.end(solver)
        else if (url.pathname === "/page.js") response.end(page)
        else if (isScript) response.writeHead(404).end()
        else response.end(`<!doctype html><title>Page</title><script src="/page.js"></script>`)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resolve({
          origin: `http://127.0.0.1:${port}`,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      })
    })
  const [own, other] = [await start(), await start()]
  return { own: own.origin, other: other.origin, close: () => [own, other].forEach(({ close }) => close()) }
}
