import { spawnSync } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { withProgram } from '../support/programs.ts';

const DOCTOR = ['apps/cli/dist/bundle/main.js', 'doctor', '--json'];

/** A machine whose clock is wrong, and a database on one whose clock is right. */
describe('a wrong clock', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  withProgram('faketime', 'faketime').each([
    ['+10m', 'fault', 1, 'behind'],
    ['-10m', 'fault', 1, 'ahead of'],
    ['+20s', 'warning', 0, 'behind'],
  ])('of %s is a %s that doctor names, with the way out', (offset, state, code, side) => {
    const run = spawnSync('faketime', ['-f', offset, process.execPath, ...DOCTOR], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
      encoding: 'utf8',
    });
    const { findings } = JSON.parse(run.stdout) as { findings: readonly { readonly check: string }[] };
    expect([run.status, findings.find(({ check }) => check === 'clock')]).toEqual([
      code,
      {
        check: 'clock',
        state,
        found: expect.stringMatching(`^the clock of the database is [\\d.]+ s ${side} ours$`),
        advice: expect.stringContaining('Synchronize the clocks'),
      },
    ]);
  });
});
