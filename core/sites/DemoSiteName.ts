/** Of the site behind the demo's page, by which it is found. */
export const demoSiteName = "demo"

/** Under which a browser reaches a server on its own machine. */
export const loopbackHostnames: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]
