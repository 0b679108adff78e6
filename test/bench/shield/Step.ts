/** Something that a server does for a form, over and over. */
export interface Step {
  readonly system: string
  readonly what: "issue" | "redeem" | "verify"
  readonly times: number
  /** What a round needs, made before the clock runs; used up by it. */
  readonly prepare: (times: number) => Promise<() => Promise<void>>
}

/** A step whose input is made one by one, and whose answer has to be right. */
export const step = <Input>(
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
