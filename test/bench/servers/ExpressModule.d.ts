/** As much of Express as the bench uses: the package comes without types. */
declare module "express" {
  import type { Server } from "node:http"

  interface Request {
    readonly body: { readonly email: string }
  }

  interface App {
    readonly use: (middleware: unknown) => void
    readonly post: (path: string, handler: (request: Request, response: { json(body: unknown): void }) => void) => void
    readonly listen: (port: number, host: string, listening: () => void) => Server
  }

  const express: { (): App; readonly json: () => unknown }
  export default express
}
