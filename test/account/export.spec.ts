import { connect, type Socket } from 'node:net';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { defaultBrickfolio } from '../support/portfolio-builders.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';

const PATHS = ['export/collection.csv', 'export/sales.csv', 'ledger/tax-year/2026'];

describe('exports of the account area', () => {
  let area: TestAccountArea;
  let [ann, bob, cat]: TestBrowser[] = [];
  beforeAll(async () => {
    area = await TestAccountArea.start();
    for (const name of ['ann', 'bob', 'cat']) await area.signedUp(`${name}@example.com`);
    [ann, bob, cat] = await Promise.all(['ann', 'bob', 'cat'].map((name) => signedIn(name)));
    await insertSet(area.db, { set_number: '1-1' });
  });
  afterAll(() => area.stop());

  const signedIn = async (name: string): Promise<TestBrowser> => {
    const browser = area.browser();
    await browser.post('sign-in/link', { token: await area.signInToken(`${name}@example.com`) });
    return browser;
  };
  /** How many statements of the account area's connections are in this state. */
  const statements = async (condition: string): Promise<number> =>
    (
      await area.db.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'brickmarket-account' AND ${condition}`,
      )
    ).rowCount!;
  const noneOpen = (): Promise<unknown> =>
    eventually('no export is open', async () => (await statements(`state LIKE 'idle in transaction%'`)) === 0);

  it('are bounded for each account and in all, with a sentence and when to try again', async () => {
    const lock = await area.db.connect();
    await lock.query('BEGIN; LOCK TABLE portfolio.holding, portfolio.sale IN ACCESS EXCLUSIVE MODE');
    const running = [ann!.get(PATHS[0]!), ann!.get(PATHS[1]!), bob!.get(PATHS[0]!), bob!.get(PATHS[1]!)];
    try {
      await eventually('four exports wait', async () => (await statements(`wait_event_type = 'Lock'`)) === 4);
      for (const path of PATHS) {
        const own = await ann!.get(path);
        expect([path, own.status, own.code, own.headers['retry-after']]).toEqual([path, 429, 'TooManyExports', '5']);
        expect(own.body).toContain('Two of your exports are in progress. Wait until one of them is done.');
        const other = await cat!.get(path);
        expect([path, other.status, other.code, other.headers['retry-after']]).toEqual([path, 503, 'Overloaded', '5']);
        expect(other.body).toContain('Too many exports are running.');
      }
      expect((await cat!.get('session')).status).toBe(200);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const path of PATHS) expect([path, (await cat!.get(path)).status]).toEqual([path, 200]);
  });

  it('are streamed at the pace of their reader, from one snapshot, and end when the reader goes', async () => {
    const brickfolio = await defaultBrickfolio(area.db, await area.accountId('cat@example.com'));
    await area.db.query(
      `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status, notes)
       SELECT $1, $2, s.id, s.set_number, 1, 'sealed', 'owned', lpad(n::text, 2000, 'x')
       FROM catalog.lego_set s, generate_series(1, 8000) n WHERE s.set_number = '1-1'`,
      [await area.accountId('cat@example.com'), brickfolio],
    );
    const open = (): Socket => {
      const socket = connect(area.port, '127.0.0.1');
      socket.write(
        `GET /account/api/export/collection.csv HTTP/1.1\r\nHost: localhost:${area.port}\r\nConnection: close\r\n` +
          `Cookie: __Host-brickmarket-session=${cat!.sessionCookie}\r\n\r\n`,
      );
      return socket.pause();
    };
    const waiting = `state = 'idle in transaction' AND query LIKE 'FETCH%'`;
    const socket = open();
    // Sixteen megabytes are more than all buffers in between hold: the rest is still in the database.
    await eventually('the export waits for its reader', async () => (await statements(waiting)) === 1);
    await area.db.query(
      `UPDATE portfolio.holding SET notes = 'changed since' WHERE id = (SELECT max(id) FROM portfolio.holding)`,
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text.match(/x+\d+/g)).toHaveLength(8_000);
    expect(text).not.toContain('changed since');
    await noneOpen();

    // One more than an account may have in progress.
    for (let time = 0; time < 3; time++) {
      const given = open();
      await eventually('the export waits for its reader', async () => (await statements(waiting)) === 1);
      given.destroy();
      await noneOpen();
    }
    expect((await cat!.get('export/sales.csv')).status).toBe(200);
  });
});
