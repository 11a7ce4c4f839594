/** Deletes what can no longer be used, so that tables do not grow without bound. */
export abstract class IdentityRetention {
  /** Deletes sessions, tokens and attempt counters that ended before `over`, and unused devices. */
  abstract deleteBefore(limits: { readonly over: Date; readonly devicesUnusedSince: Date }): Promise<number>;
}
