/** Returns the samples of a Prometheus text by name and labels, such as `gatehouse_queue_waiting{queue="leads"}`. */
export const parseSamples = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const end = line.lastIndexOf(" ")
      return [line.slice(0, end), Number(line.slice(end))] as const
    })
  )

/** Returns the samples that changed, each with the difference. */
export const changesOf = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const).filter(([, value]) =>
      value !== 0
    )
  )
