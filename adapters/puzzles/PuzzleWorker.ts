import { type MessagePort, parentPort } from "node:worker_threads"
import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"
import { type Argon2id, makeArgon2id } from "./argon2/Argon2id.ts"
import type { CheckReply, CheckRequest } from "./CheckPool.ts"
import { digitsMax, writeDigits } from "./Digits.ts"
import { hasLeadingZeroBits, saltOf } from "./PuzzleHash.ts"

/** Checks the answers of a challenge. Each answer takes about 0.5 ms. */
const checkArgon2id = (
  argon2id: Argon2id,
  bits: number,
  seed: Uint8Array,
  answers: ReadonlyArray<PuzzleAnswer>
): boolean => {
  const digits = new Uint8Array(digitsMax)
  return answers.every(({ counter, index }) =>
    hasLeadingZeroBits(argon2id(writeDigits(counter, digits), saltOf(seed, index)), bits)
  )
}

/** Handles checks one after another, reusing the same 1 MiB of memory. */
const serve = (port: MessagePort): void => {
  const sendReply = (reply: CheckReply) => port.postMessage(reply)
  const making = makeArgon2id()
  // A failure is reported in the reply to each message, and must not end the thread as an unhandled rejection.
  making.catch(() => undefined)
  port.on("message", ({ answers, bits, id, seed }: CheckRequest) => {
    making.then((argon2id) => checkArgon2id(argon2id, bits, seed, answers)).then(
      (right) => sendReply({ id, right }),
      (cause: unknown) => sendReply({ id, fault: String(cause) })
    )
  })
}

if (parentPort !== null) serve(parentPort)
