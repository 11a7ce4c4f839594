import type { DatabaseServer } from '../../apps/cli/src/database/database-server.ts';
import { accountEnvironment } from '../../apps/cli/src/start/process-environments.ts';
import { TestAccountArea } from '../support/test-account-area.ts';

const DEMO = 'demo@example.com';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** What needs a fresh proof. */
const GUARDED: readonly [string, object?][] = [['keys', { name: 'x' }], ['passkeys/options'], ['totp/begin']];

const ended = async (): Promise<void> => undefined;
const logins = { ownerUrl: 'postgres://db/market', apiUrl: '', accountUrl: '', deliverUrl: '', close: ended };
const embedded = { ...logins, dataDir: '', isRunning: () => true, allowServiceLogins: ended };
const ownDatabase: DatabaseServer = { ...logins, embedded };
const listenAt = (host: string) =>
  ({ host, port: '3001', variable: 'ACCOUNT_PORT', url: `http://${host}:3001` }) as const;

/** What `start` tells the account area about links. */
function freshMinutes(server: DatabaseServer, host: string): string | undefined {
  return accountEnvironment(server, { api: listenAt(host), account: listenAt(host) })['LINK_FRESH_MINUTES'];
}

describe('the sign-in link that the start of the demo prints', () => {
  const begunAt = Date.now();
  let passedMs = 0;
  let area: TestAccountArea;

  beforeAll(async () => {
    const settings = { LINK_FRESH_MINUTES: freshMinutes(ownDatabase, '127.0.0.1') };
    area = await TestAccountArea.start(settings, { now: () => new Date(begunAt + passedMs) });
    await area.db.query(`INSERT INTO access.account (email, plan) VALUES ($1, 'reseller')`, [DEMO]);
  });
  afterAll(() => area?.stop());

  it('is proof enough for a day: then keys, passkeys and the authenticator app ask for one', async () => {
    const browser = area.browser();
    await browser.post('sign-in/link', { token: await area.signInToken(DEMO) });
    const codes = async (): Promise<(string | undefined)[]> => {
      const answers: (string | undefined)[] = [];
      for (const [path, body] of GUARDED) answers.push((await browser.post(path, body)).code);
      return answers;
    };
    passedMs = DAY_MS - MINUTE_MS;
    expect(await codes()).toEqual(GUARDED.map(() => undefined));
    passedMs = DAY_MS;
    expect((await browser.get('session')).json()).toMatchObject({ signedIn: true, session: { freshUntil: null } });
    expect(await codes()).toEqual(GUARDED.map(() => 'StepUpRequired'));
    // The next link is as good again.
    await browser.post('sign-in/link', { token: await area.signInToken(DEMO) });
    expect(await codes()).toEqual(GUARDED.map(() => undefined));
  });

  it('is so on this machine and with the demo’s own database alone', () => {
    expect(freshMinutes(ownDatabase, 'localhost')).toBe('1440');
    expect(freshMinutes(ownDatabase, '0.0.0.0')).toBeUndefined();
    expect(freshMinutes({ ...ownDatabase, embedded: null }, '127.0.0.1')).toBeUndefined();
  });
});
