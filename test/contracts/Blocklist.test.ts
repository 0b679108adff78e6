import { describeContract } from "../support/Storages.ts"
import { blocklistContract } from "./kit/Blocklist.ts"

describeContract(blocklistContract)
