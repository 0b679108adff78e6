/** Items per bulk request (contract, section 4.4). */
export const bulkEmailsMax = 500
