import { VARIABLE_MEANINGS } from '@brickmarket/service-runtime/variable-meanings';
import { runHere } from '../support/run-here.ts';

interface Printed {
  readonly variables: readonly { readonly name: string; readonly value: string | null; readonly from: string }[];
  readonly faults: readonly string[];
}

describe('config print', () => {
  const described = (name: string, value: string | null, from: string): object => ({
    name,
    value,
    from,
    ...VARIABLE_MEANINGS[name],
  });

  it('shows every variable with where its value comes from, and no secret', async () => {
    const environment = {
      DATABASE_URL: 'postgres://owner:hunter2@db.example/market',
      BRICKMARKET_KEY: 'bmk_hunter3',
      PORT: '8080',
      HOST: '',
    };
    const run = await runHere(['config', 'print', '--json'], environment);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { variables, faults } = JSON.parse(run.stdout) as Printed;
    expect(faults).toEqual([]);
    expect(variables).toEqual(
      expect.arrayContaining([
        described('DATABASE_URL', 'postgres://owner:***@db.example/market', 'environment'),
        described('BRICKMARKET_KEY', '***', 'environment'),
        described('PORT', '8080', 'environment'),
        described('HOST', '127.0.0.1', 'default'),
        described('DATABASE_API_URL', null, 'default'),
        described('EXTENSIONS', null, 'default'),
      ]),
    );
    const { stdout } = await runHere(['config', 'print'], environment);
    expect(stdout).toMatch(/^PORT +8080 +environment$/m);
    expect(run.stdout + stdout).not.toContain('hunter');
  });

  it('takes variables by their former names, and shows them by the current ones', async () => {
    const former = { BRICKMARKET_DROP_DIR: '/incoming', ANSWER_TIMEOUT_MS: '2000' };
    const run = await runHere(['config', 'print'], former);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^BRICKMARKET_IMPORT_DIR +\/incoming +environment$/m);
    expect(run.stdout).toMatch(/^RESPONSE_TIMEOUT_MS +2000 +environment$/m);
    const both = await runHere(['config', 'print'], { ...former, BRICKMARKET_IMPORT_DIR: '/import' });
    expect(both.stdout).toMatch(/^BRICKMARKET_IMPORT_DIR +\/import +environment$/m);
    const bad = await runHere(['config', 'print'], { ANSWER_TIMEOUT_MS: '0' });
    expect(bad.stderr).toContain('RESPONSE_TIMEOUT_MS must be a whole number');
  });

  it('shows the configuration also when it has faults, names all of them, and fails', async () => {
    const run = await runHere(['config', 'print'], { DATABASE_UR: 'postgres://db/market', SIGN_UP: 'yes' });
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/^PORT +3000 +default$/m);
    expect(run.stderr).toBe(
      'brickmarket: DATABASE_UR is not a variable of Brickmarket: did you mean DATABASE_URL?\n' +
        'SIGN_UP must be one of open, invited, off\n',
    );
  });
});

it('refuses to run a command with a misspelt variable', async () => {
  expect(await runHere(['accounts', 'list'], { DATABASE_UR: 'postgres://db/market' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean DATABASE_URL?') as unknown,
  });
});
