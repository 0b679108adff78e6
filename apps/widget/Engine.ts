/**
 * Module that the widget loads once it is on a page: signal collection and puzzle solving. Kept apart so that the script in the page
 * stays small.
 */
export { startCollecting } from "./signals/Collect.ts"
export { solve, supportedProfile } from "./solver/Solve.ts"
