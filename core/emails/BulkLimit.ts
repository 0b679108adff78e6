/** Contract, section 4.4. */
export const bulkEmailsMax = 500
