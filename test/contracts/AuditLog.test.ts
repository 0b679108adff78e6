import { describeContract } from "../support/Storages.ts"
import { auditLogContract } from "./kit/AuditLog.ts"

describeContract(auditLogContract)
