import { Client, Pool } from 'pg';
import { insertAccount, type TestAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually } from '../support/eventually.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { TIMEOUTS_BESIDE_CRASHES } from '../support/service-environment.ts';
import { type LoadOutcome, SteadyLoad } from '../support/steady-load.ts';

const ROUNDS = 20;
/** Between two requests of a client: enough are in progress all the time, and a replica that starts is not held up. */
const PAUSE_MS = 25;
const BATCH = { sets: ['1-1', '2-1', '3-1'] };

const costOf = (outcome: LoadOutcome): number => (outcome.url.includes('/batch') ? BATCH.sets.length : 1);

describe('the quota of three replicas on a durable database', () => {
  let postgres: RestartablePostgres;
  let db: Pool;
  let url: string;
  let replicas: ApiProcess[];

  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    const admin = new Client(postgres.url);
    await admin.connect();
    await admin.query('CREATE DATABASE market');
    await admin.end();
    url = postgres.url.replace(/\/postgres$/, '/market');
    db = new Pool({ connectionString: url, max: 2 });
    db.on('error', () => undefined);
    replicas = await Promise.all([1, 2, 3].map(() => startReplica()));
    for (const replica of replicas)
      await eventually('a replica is ready', async () => (await fetch(`${replica.url}/readyz`)).status === 200);
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await db.end();
    await postgres.remove();
  });

  const startReplica = (): Promise<ApiProcess> =>
    ApiProcess.start(url, { ...TIMEOUTS_BESIDE_CRASHES, LOG_LEVEL: 'fatal', DATABASE_POOL_SIZE: '4' });

  const killOneReplica = async (round: number): Promise<void> => {
    const index = round % 3;
    await replicas[index]!.stop('SIGKILL');
    replicas[index] = await startReplica();
  };

  const crashDatabase = async (): Promise<void> => {
    await postgres.stopImmediately();
    await postgres.startAgain();
  };

  it('is at least what was delivered and at most what was asked for, whatever is killed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const accounts = await Promise.all(Array.from({ length: 3 }, () => insertAccount(db)));
      let asked = 0;
      const loads = accounts.map((account) => ({
        account,
        load: new SteadyLoad(
          4,
          () => {
            const base = `${replicas[asked++ % 3]!.url}/api/v1`;
            return asked % 5 === 0
              ? { url: `${base}/catalog/batch`, key: account.key, body: BATCH }
              : { url: `${base}/catalog/themes`, key: account.key };
          },
          PAUSE_MS,
        ),
      }));
      const allAnswered = (): Promise<unknown> => Promise.all(loads.map(({ load }) => load.untilAnswered()));
      await allAnswered();
      await (round % 2 === 0 ? killOneReplica(round) : crashDatabase());
      await allAnswered();
      for (const { account, load } of loads) await expectExact(account, await load.stop());
    }
  });

  async function expectExact({ keyId }: TestAccount, outcomes: readonly LoadOutcome[]): Promise<void> {
    const sum = (of: readonly LoadOutcome[]): number => of.reduce((total, outcome) => total + costOf(outcome), 0);
    const delivered = sum(outcomes.filter(({ status }) => status === 200));
    const unknown = sum(outcomes.filter(({ status }) => status === 0 || status >= 500));
    const stored = await usedBy(db, keyId);
    expect(delivered).toBeGreaterThan(0);
    expect(stored).toBeGreaterThanOrEqual(delivered);
    expect(stored).toBeLessThanOrEqual(delivered + unknown);
  }
});
