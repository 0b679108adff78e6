/** Run by each runtime: what it makes there of passwords and their hashes, as JSON. */
import { Effect } from "effect"
import * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
import { Passwords } from "../../core/ports/Passwords.ts"

/** Of "pässwörd 12345", made by Node. */
const known = "$scrypt$ln=15,r=8,p=3$1sjTyUJT1KaEQ4laolNGdw$zT4Rt1it7ip3wl+dLBeXUR6fttlDY/VYWvsp7beLTbA"

const report = Effect.gen(function*() {
  const { dummy, hash, verify } = yield* Passwords
  const own = yield* hash("a goose on the roof")
  return {
    form: own.replace(/[A-Za-z0-9+/]{22,}/g, "…"),
    own: yield* verify("a goose on the roof", own),
    known: yield* verify("pässwörd 12345", known),
    wrong: yield* verify("pässwörd 12346", known),
    dummy: yield* verify("", yield* dummy),
    hostile: yield* verify("", known.replace("ln=15", "ln=30"))
  }
})

console.log(JSON.stringify(await Effect.runPromise(Effect.provide(report, PasswordsNode.layer))))
