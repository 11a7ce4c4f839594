/** Where "now" comes from, passed in so that nothing below the edges reads the machine's clock. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
