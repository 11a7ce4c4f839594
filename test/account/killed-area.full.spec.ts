import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { type Import, readImport, send } from './sent-import.ts';

const COLLECTION = 'set_number,quantity,condition\n10497-1,1,sealed\n';

describe('the process of an account area that is killed while it reads a file', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'killed-area-'));
  const started: ApiProcess[] = [];
  /** Another process of the same service, which continues. */
  let area: TestAccountArea;
  let ann: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    ann = await area.signedUp('ann@example.com');
    await insertSet(area.db, { set_number: '10497-1' });
  });
  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop('SIGKILL')));
    await area.stop();
    rmSync(temporary, { recursive: true });
  });

  const start = async (port: number): Promise<ApiProcess> => {
    const environment = { ACCOUNT_PORT: String(port), TMPDIR: temporary };
    const one = await ApiProcess.start(area.databaseUrl, environment, 'apps/account/dist/bundle/main.js');
    started.push(one);
    return one;
  };
  const uploadTo = (port: number) =>
    area.client.exchange(`http://127.0.0.1:${port}`, {
      method: 'POST',
      target: '/account/api/imports?name=mine.csv',
      headers: {
        host: `localhost:${port}`,
        cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
      },
      body: COLLECTION,
    });

  it('leaves an import that fails in words, and a file that the next start removes', async () => {
    const port = await freePort();
    const killed = await start(port);
    const lock = await area.db.connect();
    await lock.query('BEGIN; LOCK TABLE portfolio.import_row IN EXCLUSIVE MODE');
    const sent = await uploadTo(port);
    expect(sent.status).toBe(202);
    const { id } = JSON.parse(sent.body) as Import;
    await eventually('it stores what it has read', async () => {
      const { rows } = await lock.query(
        `SELECT FROM pg_locks WHERE relation = 'portfolio.import_row'::regclass AND NOT granted`,
      );
      return rows.length > 0;
    });
    await killed.stop('SIGKILL');
    await lock.query('COMMIT');
    lock.release();
    expect(readdirSync(temporary)).toEqual([expect.stringContaining(`brickmarket-import-${killed.child.pid}-`)]);
    expect(await readImport(ann, id)).toMatchObject({ state: 'reading' });

    await start(port);
    expect(readdirSync(temporary)).toEqual([]);
    // A minute passes in which nobody says that it is still read.
    await area.db.query(`UPDATE portfolio.import_file SET seen_at = seen_at - interval '1 minute' WHERE id = $1`, [id]);
    expect(await readImport(ann, id)).toMatchObject({
      state: 'failed',
      fault: 'Reading the file was interrupted. Please send it again.',
    });
    const left = await area.db.query('SELECT FROM portfolio.import_row WHERE import_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    expect(await send(ann, COLLECTION)).toMatchObject({ state: 'ready', rows: { new: 1 } });
  });
});
