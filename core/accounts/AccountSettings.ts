/** What an account's owners chose; null where they chose nothing. */
export interface AccountSettings {
  /** Days that requests, leads and counts are kept, where that is less than the operator keeps them. */
  readonly historyDays: number | null
  /** Credits below which the dashboard and the log warn. */
  readonly noticeBelow: number | null
}

export const accountSettingsDefault: AccountSettings = { historyDays: null, noticeBelow: null }
