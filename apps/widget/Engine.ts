/**
 * What the widget loads once it stands in a page: what measures a session, and what solves puzzles. A module of its own, so that
 * the script that a page names stays small.
 */
export { startCollecting } from "./signals/Collect.ts"
export { profileHere, solve } from "./solver/Solve.ts"
