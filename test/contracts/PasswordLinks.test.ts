import { describeContract } from "../support/Storages.ts"
import { passwordLinksContract } from "./kit/PasswordLinks.ts"

describeContract(passwordLinksContract)
