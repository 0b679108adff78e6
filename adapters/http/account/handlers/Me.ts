import { Effect } from "effect"
import { Accounts } from "../../../../core/accounts/Accounts.ts"
import { operatorAccountId } from "../../../../core/accounts/ManageAccounts.ts"
import type { Member } from "../../../../core/members/Member.ts"
import { apiVersion } from "../../api/Api.ts"
import type { Me } from "../api/Session.ts"
import { DashboardOptions } from "../server/DashboardOptions.ts"
import { currentBaseUrl } from "./CurrentBrowser.ts"

/** What the pages know of who is signed in, and of this server. */
export const meOf = Effect.fnUntraced(function*(
  { accountId, email, id, name, role }: Pick<Member, "id" | "accountId" | "name" | "email" | "role">
) {
  const { hasDemo, historyDaysMax, historySubjects, keepsLeadMessages, uploadBytesMax } = yield* DashboardOptions
  // Accounts are never removed.
  const account = yield* Effect.orDie((yield* Accounts).get(accountId))
  const me: typeof Me["Type"] = {
    member: { id, name, email, role },
    account: { id: account.id, name: account.name, isOperator: (yield* operatorAccountId) === account.id },
    server: {
      version: apiVersion,
      baseUrl: yield* currentBaseUrl,
      uploadBytesMax,
      historySubjects,
      keepsLeadMessages,
      historyDaysMax,
      hasDemo
    }
  }
  return me
})
