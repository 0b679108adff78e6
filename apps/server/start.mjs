/** Starts the server on Node after checking the runtime's version: `npm start`. */
import { checkNodeVersion } from "./process/NodeVersion.mjs"

if (checkNodeVersion()) await import("./node.ts")
