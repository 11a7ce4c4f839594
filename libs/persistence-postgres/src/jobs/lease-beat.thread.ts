import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { type BeatOrder, noteBeat, RENEW, sinceTurn } from './worker-lease.ts';

/** Beats in a lease: one or two may be late. */
const BEATS_PER_LEASE = 5;

/**
 * A calculation may take long, and a garbage collection too. An event loop that has not turned for this long hangs, and
 * so do its jobs.
 */
const HUNG_AFTER_MS = 600_000;

const { url, connectionName, workerId, leaseMs, beats } = workerData as BeatOrder;
let client: Client | null = null;

async function connected(): Promise<Client> {
  const opened = new Client({
    connectionString: url,
    application_name: connectionName,
    connectionTimeoutMillis: leaseMs,
    query_timeout: leaseMs,
  });
  // The statement on a broken connection rejects as well.
  opened.on('error', () => undefined);
  await opened.connect();
  return opened;
}

/** False when the lease is gone for good. */
async function beat(): Promise<boolean> {
  const sentAt = Date.now();
  const sentAtTick = performance.timeOrigin + performance.now();
  client ??= await connected();
  const { rowCount } = await client.query(RENEW, [workerId, leaseMs]);
  if (rowCount === 0) return false;
  noteBeat(beats, sentAt, sentAtTick);
  return true;
}

// In a thread of its own: a valuation computes for seconds without a pause, and a timer of its event loop is late.
for (;;) {
  await sleep(leaseMs / BEATS_PER_LEASE);
  if (sinceTurn(beats) > HUNG_AFTER_MS) continue;
  const isHeld = await beat().catch(() => {
    // The database is away: it is asked again on a new connection.
    client?.end().catch(() => undefined);
    client = null;
    return true;
  });
  if (!isHeld) break;
}
parentPort!.postMessage('lost');
