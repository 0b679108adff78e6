/**
 * How long credits last at a pace, in tenths of a day: `2.9`. Rounded down, so that what is told beside an alarm for fewer than three
 * days is never three. Above 0, both of them.
 */
export const daysLeftTenths = (available: number, perDay: number): string =>
  (Math.floor(10 * available / perDay) / 10).toFixed(1)
