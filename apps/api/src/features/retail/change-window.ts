/** A span of time up to now: so many minutes, hours or days. */
export const CHANGE_WINDOW = /^\d+[mhd]$/;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The first moment that every part of the service can count; a longer window reaches back to it. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/** When a window (`30m`, `3h`, `7d`) that ends now begins. However long it is, the answer is a moment. */
export function windowStart(window: string, now: Date): Date {
  const unitMs = UNIT_MS[window.at(-1) as keyof typeof UNIT_MS];
  return new Date(Math.max(now.getTime() - Number(window.slice(0, -1)) * unitMs, EARLIEST_MS));
}
