import { describeContract } from "../support/Storages.ts"
import { managementKeysContract } from "./kit/ManagementKeys.ts"

describeContract(managementKeysContract)
