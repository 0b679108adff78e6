/** The part of Express that the benchmarks and the examples use. The package has no types. */
declare module "express" {
  import type { Server, ServerResponse } from "node:http"

  type Sending = ServerResponse & { json(body: unknown): void; send(text: string): void }
  type Handler = (request: any, response: Sending, next: (error?: unknown) => void) => void

  interface App {
    readonly use: (middleware: unknown) => void
    readonly get: (path: string, ...handlers: ReadonlyArray<Handler>) => void
    readonly post: (path: string, ...handlers: ReadonlyArray<Handler>) => void
    readonly listen: (port: number, host: string, listening: () => void) => Server
  }

  const express: { (): App; readonly json: () => unknown; readonly urlencoded: () => unknown }
  export default express
}
