/** How much of one resource is held: slots, places in a queue, or bytes. */
export interface Holdings {
  readonly all: number
  readonly account: number
  readonly key: number
}

/** An account that holds something leaves one part of so many to the other accounts. */
export const reservedParts = 4

/**
 * Reports whether a key may hold `size` more: at most as much as stays free for its account.
 *
 * One key alone gets about half, a second key half of the rest, and so on: a key that holds nothing finds something free
 * until log2(max) keys hold all they may. This is the dynamic threshold of Choudhury and Hahne, "Dynamic Queue Length
 * Thresholds for Shared-Memory Packet Switches" (IEEE/ACM Transactions on Networking 6(2), 1998), with a factor of 1.
 * An account cannot take everything by using several keys: a quarter stays free for accounts that hold nothing.
 */
export const fitsShare = (max: number, { account, all, key }: Holdings, size = 1): boolean => {
  const free = max - all - (account === 0 ? 0 : Math.floor(max / reservedParts))
  return key + size <= free
}
