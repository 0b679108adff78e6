/** An operation that a form's server repeats. */
export interface Step {
  readonly system: string
  readonly what: "issue" | "redeem" | "verify"
  readonly times: number
  /** Prepares the inputs of a round before the measurement. Each input is used once. */
  readonly prepare: (times: number) => Promise<() => Promise<void>>
}

/** Returns a step that makes its inputs one after another and checks the result of each run. */
export const defineStep = <Input>(
  about: Pick<Step, "system" | "what" | "times">,
  make: () => Promise<Input> | Input,
  run: (input: Input) => Promise<boolean> | boolean
): Step => ({
  ...about,
  prepare: async (times) => {
    const inputs: Array<Input> = []
    for (let at = 0; at < times; at++) inputs.push(await make())
    return async () => {
      for (const input of inputs) {
        if (!await run(input)) throw new Error(`${about.system} does not ${about.what}`)
      }
    }
  }
})
