import { Effect } from "effect"
import * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
import { Passwords } from "../../core/members/passwords/Passwords.ts"

/** Hash of "pässwörd 12345" that Node created at the cost of members' passwords. Checking it takes 0.2 s. */
const known = "$scrypt$ln=15,r=8,p=3$1sjTyUJT1KaEQ4laolNGdw$zT4Rt1it7ip3wl+dLBeXUR6fttlDY/VYWvsp7beLTbA"

const report = Effect.gen(function*() {
  const { dummyHash, hash, verify } = yield* Passwords
  const own = yield* hash("a goose on the roof")
  return {
    form: own.replace(/[A-Za-z0-9+/]{22,}/g, "…"),
    own: yield* verify("a goose on the roof", own),
    wrong: yield* verify("a goose on the roof!", own),
    known: yield* verify("pässwörd 12345", known),
    dummy: yield* verify("", yield* dummyHash),
    hostile: yield* verify("", known.replace("ln=15", "ln=30"))
  }
})

/** Reports the results of hashing and verifying passwords. */
export const passwordsReport = () =>
  Effect.runPromise(Effect.provide(report, PasswordsNode.layerWithCost({ ln: 8, r: 8, p: 3 })))
