import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [FIRST_PORT, PORTS] = [21_000, 10_000];
const WAIT_MS = 100;
const MAX_WAITS = 6_000;

/**
 * Does work that two runs of this checkout must not do at the same time. The lock is a port, because a port is free as
 * soon as its process has ended, however it ended.
 */
export async function inTurn(work: () => void | Promise<void>, name = process.cwd()): Promise<void> {
  const port = FIRST_PORT + (createHash('sha256').update(name).digest().readUInt16BE() % PORTS);
  const server = createServer();
  for (let waits = 0; ; waits++) {
    const isMine = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (await isMine) break;
    if (waits === MAX_WAITS) throw new Error(`another run of ${name} holds port ${port} for too long`);
    await sleep(WAIT_MS);
  }
  try {
    await work();
  } finally {
    server.close();
  }
}
