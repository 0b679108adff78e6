import { describeContract } from "../support/Storages.ts"
import { accountSettingsContract } from "./kit/AccountSettings.ts"

describeContract(accountSettingsContract)
