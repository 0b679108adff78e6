import { describeContract } from "../support/Storages.ts"
import { membersContract } from "./kit/Members.ts"

describeContract(membersContract)
