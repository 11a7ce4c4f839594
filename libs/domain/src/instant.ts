const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;

/**
 * Reads an ISO-8601 instant that names its offset (`2026-11-15T03:00:00Z`, `...+02:00`).
 * Null for anything else: a local time without an offset would mean a different moment on every machine.
 */
export function parseInstant(text: string): Date | null {
  const match = ISO_INSTANT.exec(text);
  if (!match || Number(match[5] ?? 0) > 23 || Number(match[6] ?? 0) > 59) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) || !sameCalendarDay(match[1]!) ? null : instant;
}

/** `Date` quietly turns February 30 into March 2. */
function sameCalendarDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
