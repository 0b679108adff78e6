import { describeContract } from "../support/Storages.ts"
import { keyRingContract } from "./kit/KeyRing.ts"

describeContract(keyRingContract)
