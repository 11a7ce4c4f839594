import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { moveClock } from '../support/move-clock.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { TestApi } from '../support/test-api.ts';

export const AS_OF = '2026-11-01T12:00:00Z';
const SIZE = ['--sets', '80', '--years', '0.5'];

/** The API on an empty database whose clock stands at an instant. */
export async function startAt(instant: string): Promise<TestApi> {
  const api = await TestApi.start();
  await moveClock(api.db, instant);
  return api;
}

/** The command that loads a small demo market. */
export const loading = (...flags: string[]): string[] => [
  'demo',
  'load',
  ...SIZE,
  '--as-of',
  AS_OF,
  '--json',
  ...flags,
];

export const loadDemo = (api: TestApi, ...flags: string[]): Promise<CliResult> =>
  runCli(loading(...flags), { DATABASE_URL: api.databaseUrl });

/** A key of the demo account. */
export async function demoKey(api: TestApi): Promise<string> {
  const account = await api.db.query<{ id: number; plan: string }>(
    'SELECT id, plan FROM access.account WHERE email = $1',
    [DEMO_EMAIL],
  );
  expect(account.rows[0]?.plan).toBe('reseller');
  return (await api.key(account.rows[0]!.id)).key;
}

/** Numbers of sets with details, which the market trades. */
export async function tradedSets(api: TestApi): Promise<readonly string[]> {
  const { rows } = await api.db.query<{ number: string }>(
    'SELECT set_number AS number FROM catalog.lego_set WHERE msrp_cents IS NOT NULL ORDER BY 1',
  );
  return rows.map(({ number }) => number);
}
