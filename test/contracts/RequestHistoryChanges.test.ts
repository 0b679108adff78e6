import { describeContract } from "../support/Storages.ts"
import { requestHistoryChangesContract } from "./kit/RequestHistoryChanges.ts"

describeContract(requestHistoryChangesContract)
