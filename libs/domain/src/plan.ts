/** What an account pays for. */
export type Plan = 'free' | 'collector' | 'reseller';
export const PLANS: readonly Plan[] = ['free', 'collector', 'reseller'];

/** The plans that include the API: the one place that says so. Admission asks the database about these. */
export const PLANS_WITH_API: readonly Plan[] = ['reseller'];
