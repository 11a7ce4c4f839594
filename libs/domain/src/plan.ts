/** What an account pays for. Only `reseller` may use the API. */
export type Plan = 'free' | 'collector' | 'reseller';
export const PLANS: readonly Plan[] = ['free', 'collector', 'reseller'];

/** Whether a plan includes the API. */
export function planIncludesApi(plan: Plan): boolean {
  return plan === 'reseller';
}
