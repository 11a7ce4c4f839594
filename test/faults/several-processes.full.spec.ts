import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { HttpClient } from '../support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { onLinux } from '../support/on-linux.ts';

/** Before one that died is replaced there is a pause, at first of 0.2 s, then of twice that. */
const LONGER_THAN_REPLACING_MS = 2_000;

onLinux('proc').describe('several processes behind one port', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url });
    ({ key } = await insertAccount(db));
    api = await ApiProcess.start(database.url, { PROCESSES: '2' }, 'apps/api/dist/cluster/main.js');
  });

  afterAll(async () => {
    await api.stop();
    await db.end();
    await database.drop();
  });

  const workers = (): number[] =>
    readFileSync(`/proc/${api.child.pid}/task/${api.child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);

  const untilWorkers = async (fits: (pids: number[]) => boolean): Promise<void> => {
    await eventually('the workers are renewed', () => fits(workers()), { everyMs: 50 });
  };

  it('renews one that is only just starting, and then there is none too many', async () => {
    const before = workers();
    process.kill(before[0]!, 'SIGKILL');
    await untilWorkers((pids) => pids.length === 2 && !pids.includes(before[0]!));
    const starting = workers().find((pid) => pid !== before[1])!;
    // Until it runs a program of its own, its parent waits for it.
    await eventually(
      'the new worker runs its own program',
      () => !readFileSync(`/proc/${starting}/cmdline`, 'utf8').includes('cluster'),
      { everyMs: 1 },
    );
    process.kill(starting, 'SIGSTOP');
    api.child.kill('SIGHUP');
    await untilWorkers((pids) => !pids.includes(before[1]!));
    process.kill(starting, 'SIGCONT');
    await untilWorkers((pids) => pids.length === 2 && !pids.includes(starting));
    await pause(LONGER_THAN_REPLACING_MS);
    expect(workers()).toHaveLength(2);
  });

  it('replaces one that is killed, while the other goes on serving', async () => {
    const before = workers();
    expect(before).toHaveLength(2);
    process.kill(before[0]!, 'SIGKILL');
    await untilWorkers((pids) => pids.length === 2 && !pids.includes(before[0]!));
    expect(workers()).toContain(before[1]);
    const client = new HttpClient(4);
    expect((await client.send(`${api.url}/api/v1/catalog/themes`, key)).status).toBe(200);
    client.close();
  });

  it('renews all of them on SIGHUP without failing a request, however many connections arrive', async () => {
    const before = workers();
    api.child.kill('SIGHUP');
    const statuses = new Map<number | string, number>();
    const renewed = new AbortController();
    const arriving = Array.from({ length: 12 }, async () => {
      while (!renewed.signal.aborted) {
        // A connection per request: a kept one may be closed by its server at the moment it is used again.
        const client = new HttpClient(1);
        const outcome = await inTime('an answer', client.send(`${api.url}/livez`, key)).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        );
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        client.close();
      }
    });
    await eventually(
      'all workers are renewed',
      () => {
        const now = workers();
        return now.length === 2 && now.every((pid) => !before.includes(pid));
      },
      // Two workers start one after the other, each of which may take a minute on a busy machine.
      { withinMs: 240_000, everyMs: 20 },
    );
    renewed.abort();
    await Promise.all(arriving);
    expect([...statuses.keys()]).toEqual([200]);
  });
});
