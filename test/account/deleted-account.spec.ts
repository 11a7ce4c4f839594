import { attemptSubjects } from '@brickmarket/identity';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio } from '../support/portfolio-builders.ts';
import { runHere } from '../support/run-here.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { TestMailbox } from '../support/test-mailbox.ts';
import { send } from './sent-import.ts';

const FIRST_ID = 77_310_001;
/** What is searched for in the text of every row: the customer's addresses, words and ids. */
const TRACES = String.raw`leaving\.example|quokka|\y7731\d{4}\y`;
const TABLES = `
SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`;
const IDS = `
SELECT format('ALTER SEQUENCE %I.%I RESTART WITH ${FIRST_ID}', schemaname, sequencename) AS restart
FROM pg_sequences WHERE max_value > 1e9 AND schemaname <> 'public'`;

describe('an account that is deleted', () => {
  let area: TestAccountArea;
  let mailbox: TestMailbox;
  beforeAll(async () => {
    mailbox = await TestMailbox.start();
    area = await TestAccountArea.start({ SIGN_UP: 'open', ...mailbox.settings });
    await insertSet(area.db, { set_number: '1-1' });
    await area.signedUp('neighbour@staying.example');
    const { rows } = await area.db.query<{ restart: string }>(IDS);
    await area.db.query(rows.map(({ restart }) => restart).join(';'));
  });
  afterAll(async () => {
    await area.stop();
    await mailbox.stop();
  });

  const tablesWith = async (traces: string): Promise<readonly string[]> => {
    const { rows } = await area.db.query<{ name: string }>(TABLES);
    const found: string[] = [];
    for (const { name } of rows)
      if ((await area.db.query(`SELECT FROM ${name} t WHERE t::text ~ $1 LIMIT 1`, [traces])).rowCount! > 0)
        found.push(name);
    return found;
  };

  it('leaves neither its addresses nor its ids, notes or names in any table', async () => {
    const email = 'quokka@leaving.example';
    const quokka = await area.signedUp('former@leaving.example');
    await fill(quokka);
    await quokka.post('address', { email });
    const { token } = await mailbox.take(email);
    expect((await area.browser().post('address/confirm', { token })).status).toBe(200);
    await area.browser().post('sign-up', { email });
    await area.browser().post('sign-in/password', { email, password: 'wrong' });
    await area.db.query(
      `INSERT INTO identity.one_time_token (token_hash, purpose, email, plan, created_at, expires_at)
       VALUES (sha256('unused'), 'invitation', 'quokka@leaving.example', 'reseller', now(), now() + interval '7 days')`,
    );
    await area.invitation('somebody@staying.example');
    const account = String(await area.accountId(email));
    quokka.cookies.delete('__Host-brickmarket-device');
    await quokka.post('keys/check', { key: `bmk_${'0'.repeat(48)}` });
    const attempts = [email, account].map(
      (name) => attemptSubjects('mail', { account: name, network: '', knownDevice: null })[0]!.subject.split(':')[2]!,
    );
    const traces = [TRACES, ...attempts].join('|');
    for (const digest of attempts) expect(await tablesWith(digest)).toEqual(['identity.attempt_allowance']);
    const filled = await tablesWith(traces);
    expect(filled).toEqual(expect.arrayContaining(HELD_BY_THE_ACCOUNT));
    const gone = await runHere(['accounts', 'delete', email, '--yes', email], { DATABASE_URL: area.databaseUrl });
    expect([gone.code, gone.stderr]).toEqual([0, '']);
    expect(await tablesWith(traces)).toEqual([]);
    expect(await tablesWith('neighbour@staying')).toContain('identity.one_time_token');
    expect(await tablesWith('somebody@staying')).toEqual(['identity.one_time_token']);
  });

  const HELD_BY_THE_ACCOUNT = [
    'access.account',
    'access.api_key',
    'events.attempt',
    'events.delivery',
    'events.endpoint',
    'events.event',
    'events.rule',
    'events.send_allowance',
    'identity.attempt_allowance',
    'identity.audit_event',
    'identity.one_time_token',
    'portfolio.brickfolio',
    'portfolio.edit',
    'portfolio.holding',
    'portfolio.import_file',
    'portfolio.import_row',
    'portfolio.sale',
  ];

  async function fill(browser: TestBrowser): Promise<void> {
    const made = async (path: string, body?: object): Promise<Record<string, unknown>> => {
      const answer = await browser.post(path, body);
      if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body}`);
      return answer.body === '' ? {} : answer.json();
    };
    await made('keys', { name: 'quokka key' });
    await made('brickfolios', { name: 'quokka shelf' });
    const brickfolio = await defaultBrickfolio(area.db, await area.accountId('former@leaving.example'));
    const holding = { brickfolioId: brickfolio, setNumber: '1-1', quantity: 3, condition: 'used', status: 'owned' };
    await made('holdings', { ...holding, notes: 'quokka note' });
    const sale = { platform: 'quokka market', saleDay: '2026-01-02', grossCents: 900, notes: 'quokka sale' };
    await made('holdings/sell', { setNumber: '1-1', condition: 'used', quantity: 1, ...sale });
    const { endpoint } = (await made('alerts/endpoints', {
      url: 'https://hooks.leaving.example/quokka',
      description: 'quokka hook',
    })) as { endpoint: { id: number } };
    await made(`alerts/endpoints/${endpoint.id}/test`);
    await area.db.query(
      `INSERT INTO events.attempt (delivery_id, started_at, duration_ms, error)
       SELECT id, now(), 1, 'quokka error' FROM events.delivery`,
    );
    await made('alerts/rules', {
      name: 'quokka rule',
      kind: 'price.dropped',
      scope: 'sets',
      setNumbers: ['1-1'],
      belowCents: 10_000,
    });
    await made('alerts/feed');
    const file = await send(
      browser,
      'set_number,quantity,condition,status,notes\n1-1,2,used,owned,quokka row\n',
      'name=quokka.csv',
    );
    await made(`imports/${file.id}/commit`);
  }
});
