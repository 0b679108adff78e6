/** Whether people see a sheet; one that is very hidden is not even offered to be shown. */
export type Visibility = "visible" | "hidden" | "very hidden"

/** hsState (MS-XLS 2.4.28; MS-XLSB 2.5.148). */
export const visibilityOf = (state: number): Visibility =>
  (state & 3) === 0 ? "visible" : (state & 3) === 1 ? "hidden" : "very hidden"
