import { describeContract } from "../support/Storages.ts"
import { signInAttemptsContract } from "./kit/SignInAttempts.ts"

describeContract(signInAttemptsContract)
