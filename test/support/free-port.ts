import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const PORTS_PER_WORKER = 2_000;
/** So that the last range ends below the ports of the system; workers beyond share ranges. */
const RANGES = 11;
/** Nobody listens yet on some that were given before. */
const given = new Set<number>();

/**
 * A port that nobody listens on. Below those that the system itself gives to sockets, and out of a range of this
 * worker's own: it must still be free when the service that is started for it listens.
 */
export async function freePort(): Promise<number> {
  const first = 10_000 + (Number(process.env['JEST_WORKER_ID'] ?? 0) % RANGES) * PORTS_PER_WORKER;
  for (;;) {
    const port = first + randomInt(PORTS_PER_WORKER);
    if (given.has(port)) continue;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    given.add(port);
    return port;
  }
}
