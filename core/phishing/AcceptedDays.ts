/** How long an accepted link is blocked unless the reviewer says otherwise: most phishing pages are gone sooner. */
export const acceptedDaysDefault = 90
