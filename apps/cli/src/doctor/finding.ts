/** Nothing to do; worth a look; to be mended. */
export type FindingState = 'ok' | 'warning' | 'fault';

/** What was found about one part of the service. */
export interface Finding {
  /** What was looked at: `clock`. */
  readonly check: string;
  readonly state: FindingState;
  readonly found: string;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, advice: null });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
});

export const fault = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'fault',
  found,
  advice,
});

/** Findings that ask for something, as lines for people. */
export function troubleLines(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, found, advice }) => `${state}: ${check}: ${found}. ${advice ?? ''}`.trimEnd());
}
