import { describeContract } from "../support/Storages.ts"
import { leadsContract } from "./kit/Leads.ts"

describeContract(leadsContract)
