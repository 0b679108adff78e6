import { describeContract } from "../support/Storages.ts"
import { accountsContract, apiKeysContract, blockRulesContract, siteSecretsContract } from "./kit/Storage.ts"

describeContract(accountsContract)
describeContract(apiKeysContract)
describeContract(blockRulesContract)
describeContract(siteSecretsContract)
