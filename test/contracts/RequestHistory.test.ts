import { describeContract } from "../support/Storages.ts"
import { requestHistoryContract } from "./kit/RequestHistory.ts"

describeContract(requestHistoryContract)
