/** Of a body of the account API: the longest is a site with its host names. */
export const accountBodyBytesMax = 64 * 1024
