/** What names the course of a session for `VisitorTraffic.shapeSeen`: the same again is a recording. Null where too little happened to tell. */
export const shapeOf = (signals: unknown): string | null => {
  if (typeof signals !== "object" || signals === null || !("shape" in signals)) return null
  return typeof signals.shape === "string" && /^[0-9a-f]{16}$/.test(signals.shape) ? signals.shape : null
}
