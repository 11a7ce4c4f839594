import { TestAccountArea } from '../support/test-account-area.ts';
import type { CliResult } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';

describe('accounts invite, sign-in-link and sessions', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start();
  });
  afterAll(() => area.stop());

  const brickmarket = (...args: string[]): Promise<CliResult> =>
    runHere(['accounts', ...args], { DATABASE_URL: area.databaseUrl, ACCOUNT_URL: `${area.origin}/account/` });
  const json = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await brickmarket(...args, '--json')).stdout) as T;

  it('invites somebody, who opens an account with the plan that was chosen, and is not invited again', async () => {
    const invited = await json<{ url: string }>('invite', '--email', ' Ann@Example.com', '--plan', 'collector');
    expect(invited).toMatchObject({ email: 'ann@example.com', plan: 'collector', expires_at: expect.any(String) });
    const [page, token] = invited.url.split('#token=');
    expect(page).toBe(`${area.origin}/account/invitation`);
    const browser = area.browser();
    const accepted = await browser.post('invitations/accept', { token, password: 'four unrelated words' });
    expect(accepted.json()).toMatchObject({ state: { account: { email: 'ann@example.com', plan: 'collector' } } });
    const again = await brickmarket('invite', '--email', 'ann@example.com');
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('sign-in-link') });
  });

  it('makes a sign-in link that the account’s log shows, and lists and ends sessions', async () => {
    const { url } = await json<{ url: string }>('sign-in-link', 'ann@example.com');
    const browser = area.browser();
    await browser.post('sign-in/link', { token: url.split('#token=')[1] });
    expect((await browser.get('audit')).body).toContain('The operator made a one-time sign-in link');
    const sessions = await json<{ id: number; method: string }[]>('sessions', 'ann@example.com');
    expect(sessions[0]).toMatchObject({ method: 'link', device: 'Firefox on Linux', address: '203.0.113.1' });
    expect((await brickmarket('sessions', 'ann@example.com')).stdout).toContain('Firefox on Linux');
    expect(await json('sessions', 'ann@example.com', '--end', String(sessions[0]!.id))).toEqual({ ended: 1 });
    expect((await browser.get('keys')).code).toBe('NotSignedIn');
    expect(await brickmarket('sessions', 'ann@example.com', '--end', String(sessions[0]!.id))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no session'),
    });
    expect(await json('sessions', 'ann@example.com', '--end-all')).toEqual({ ended: sessions.length - 1 });
    expect((await brickmarket('sessions', 'ann@example.com')).stdout).toBe('(none)\n');
  });

  it.each([
    [['sign-in-link', 'nobody@example.com'], 1, 'account nobody@example.com not found'],
    [['sessions', 'nobody@example.com'], 1, 'account nobody@example.com not found'],
    [['invite', '--email', 'no address'], 2, 'is not an e-mail address'],
    [['invite', '--email', 'bob@example.com', '--plan', 'gold'], 2, 'is not a plan'],
  ])('refuses %j with a reason', async (args, code, words) => {
    expect(await brickmarket(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) });
  });
});
