import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Span } from './recording.ts';

const EVERY_MS = 5;
/** An idle process that wakes up this much too late was kept waiting by the scheduler or by the host. */
const LATE_MS = 10;

/** What the backends of PostgreSQL waited for at one moment. */
interface WaitSample {
  readonly at: number;
  /** Of those at work, one each; "processor" when it waits for nothing. */
  readonly waits: readonly string[];
}

const WAITS_OF_OTHERS = `
SELECT coalesce(wait_event, 'processor') AS wait FROM pg_stat_activity
WHERE pid <> pg_backend_pid()
  AND (state = 'active'
    OR (backend_type = 'checkpointer' AND wait_event NOT IN ('CheckpointerMain', 'CheckpointWriteDelay')))`;

/** Watches the machine and PostgreSQL from a process that is idle otherwise. */
export class MachineWatch {
  readonly pauses: Span[] = [];
  readonly samples: WaitSample[] = [];
  #isOver = false;
  readonly #watching: Promise<unknown>;

  private constructor(private readonly client: Client) {
    this.#watching = Promise.all([this.#watchTimers(), this.#sampleWaits()]);
  }

  static async start(url: string): Promise<MachineWatch> {
    const client = new Client({ connectionString: url, application_name: 'bench watch' });
    await client.connect();
    return new MachineWatch(client);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
    await this.client.end();
  }

  /** What most samples within a span found, of what the backends at work then waited for. */
  waitWithin({ start, end }: Span): string {
    const counts = new Map<string, number>();
    for (const { at, waits } of this.samples)
      if (at >= start && at <= end) for (const wait of waits) counts.set(wait, (counts.get(wait) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? 'not seen at work';
  }

  async #watchTimers(): Promise<void> {
    while (!this.#isOver) {
      const due = now() + EVERY_MS;
      await sleep(EVERY_MS);
      const at = now();
      if (at - due > LATE_MS) this.pauses.push({ start: due, end: at, what: 'machine' });
    }
  }

  async #sampleWaits(): Promise<void> {
    while (!this.#isOver) {
      const { rows } = await this.client.query<{ wait: string }>({ name: 'waits', text: WAITS_OF_OTHERS });
      this.samples.push({ at: now(), waits: rows.map(({ wait }) => wait) });
      await sleep(EVERY_MS);
    }
  }
}

const now = (): number => performance.timeOrigin + performance.now();
