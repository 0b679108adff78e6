import { describeContract } from "../support/Storages.ts"
import { memberSessionsContract } from "./kit/MemberSessions.ts"

describeContract(memberSessionsContract)
