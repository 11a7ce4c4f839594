export type FindingState = 'ok' | 'warning' | 'fault';

export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  readonly found: string;
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

export function troubleLines(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, found, advice }) => `${state}: ${check}: ${found}. ${advice ?? ''}`.trimEnd());
}
