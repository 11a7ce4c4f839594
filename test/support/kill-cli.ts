import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { spawnCli } from './run-cli.ts';
import { eventually } from './eventually.ts';

/** Kills a run of the command line some time after it has said something, and waits until the server has noticed. */
export async function killCliAfter(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  said: string,
  delayMs: number,
  db: Client,
): Promise<void> {
  const child = spawnCli(args, environment);
  const ended = once(child, 'close');
  let heard = '';
  await new Promise<void>((resolve) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (heard.includes(said)) resolve();
    });
    child.once('close', () => resolve());
  });
  await sleep(delayMs);
  child.kill('SIGKILL');
  await ended;
  await untilAlone(db);
}

/** The server notices that a client is gone when it next looks. */
async function untilAlone(db: Client): Promise<void> {
  await eventually('the connections of the killed process are gone', async () => {
    const others = await db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return others.rowCount === 0;
  });
}
