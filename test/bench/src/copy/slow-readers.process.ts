import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Slow, and faster than what the service cuts off. */
const BYTES_PER_SECOND = 64 * 1_024;
const READS_PER_SECOND = 10;

// Readers that take a little of a download at a time and begin it again at its end, in a process of their own: what
// they do must not delay the clients that measure. They begin one after the other within the given time, and tell their
// parent, which ends this process, when all have.
const [url, readers, beginMs] = process.argv.slice(2) as [string, string, string];

async function read(): Promise<void> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a download was answered with ${response.statusCode}`);
  response.pause();
  while (!response.readableEnded) {
    if (response.destroyed) throw new Error('a download was cut off');
    // All that is there when it is less than that, as at the end.
    if (response.read(BYTES_PER_SECOND / READS_PER_SECOND) === null) response.read();
    await pause(1_000 / READS_PER_SECOND);
  }
}

async function readForEver(): Promise<never> {
  for (;;) await read();
}

for (let reader = 0; reader < Number(readers); reader++) {
  void readForEver();
  await pause(Number(beginMs) / Number(readers));
}
process.send!('all have begun');
