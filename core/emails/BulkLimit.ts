/** Maximum items per bulk request, as published in the API contract. */
export const bulkEmailsMax = 500
