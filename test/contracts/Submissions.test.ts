import { describeContract } from "../support/Storages.ts"
import { submissionsContract } from "./kit/Submissions.ts"

describeContract(submissionsContract)
