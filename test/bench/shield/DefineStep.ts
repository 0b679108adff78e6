/** A repeated operation of a server for a form. */
export interface Step {
  readonly system: string
  readonly what: "issue" | "redeem" | "verify"
  readonly times: number
  /** Prepares the input of a round before the measurement, which uses it up. */
  readonly prepare: (times: number) => Promise<() => Promise<void>>
}

/** Returns a step whose input is made one by one, and whose result is checked. */
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
