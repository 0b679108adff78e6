import type { Random } from "./Random.ts"

const hourMillis = 3_600_000

/** Relative traffic by UTC hour, as for a European company with some visitors at night. */
const hoursOfDay = [
  0.12,
  0.09,
  0.07,
  0.06,
  0.08,
  0.15,
  0.35,
  0.7,
  1,
  1.15,
  1.2,
  1.1,
  0.9,
  1.05,
  1.15,
  1.1,
  0.95,
  0.75,
  0.6,
  0.55,
  0.5,
  0.4,
  0.28,
  0.18
]
/** Relative traffic by day of the week, starting with Sunday. */
const daysOfWeek = [0.25, 1, 1.1, 1.05, 1, 0.9, 0.35]

/** Generates `count` request times, oldest first. They are weighted by hour and weekday, with slight weekly growth. */
export function* requestTimes(random: Random, count: number, from: number, to: number): Generator<number> {
  const hours: Array<readonly [number, number]> = []
  for (let hour = from; hour < to; hour += hourMillis) hours.push([hour, busyness(hour, from)])
  const sum = hours.reduce((all, [, weight]) => all + weight, 0)
  let [owed, given] = [0, 0]
  for (const [hour, weight] of hours) {
    owed += weight * count / sum
    const size = Math.min(count, Math.round(owed)) - given
    given += size
    const within = Array.from(
      { length: size },
      () => hour + Math.floor(random.next() * Math.min(hourMillis, to - hour))
    )
    yield* within.toSorted((one, other) => one - other)
  }
}

const busyness = (hour: number, from: number): number => {
  const at = new Date(hour)
  const weeks = (hour - from) / (7 * 24 * hourMillis)
  return hoursOfDay[at.getUTCHours()]! * daysOfWeek[at.getUTCDay()]! * (1 + 0.06 * weeks)
}
