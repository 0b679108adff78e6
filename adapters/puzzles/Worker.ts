import { type MessagePort, parentPort } from "node:worker_threads"
import { makeArgon2id } from "./argon2/Argon2id.ts"
import { areRightArgon2id } from "./CheckArgon2id.ts"
import type { Asked, Told } from "./Messages.ts"

/** Checks answers one after the other; its one MiB is used again and again. */
const work = (port: MessagePort): void => {
  const tell = (told: Told) => port.postMessage(told)
  const making = makeArgon2id()
  // Told with each question.
  making.catch(() => undefined)
  port.on("message", ({ answers, bits, id, seed }: Asked) => {
    making.then((argon2id) => areRightArgon2id(argon2id, bits, seed, answers)).then(
      (right) => tell({ id, right }),
      (cause: unknown) => tell({ id, fault: String(cause) })
    )
  })
}

if (parentPort !== null) work(parentPort)
