/**
 * Module that the widget's script loads if the page contains a widget. It collects signals and solves puzzles. It is
 * separate, so that the script stays small.
 */
export { startCollecting } from "./signals/Collect.ts"
export { solve, supportedProfile } from "./solver/Solve.ts"
