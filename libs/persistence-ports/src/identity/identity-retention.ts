/** Deletes what can no longer be used, so that tables do not grow without bound. */
export abstract class IdentityRetention {
  /** Deletes sessions, tokens and counters of attempts that were over before `over`, and devices not used since. */
  abstract deleteBefore(limits: { readonly over: Date; readonly devicesUnusedSince: Date }): Promise<number>;
}
