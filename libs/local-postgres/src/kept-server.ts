import { setTimeout as sleep } from 'node:timers/promises';
import { holdKeeper, type KeeperHold, type KeptServerOptions, readServerLog, startKeeper } from './keeper.ts';
import { explainServerOutput } from './local-postgres-error.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const PATIENCE_MS = 60_000;

/** Starts a server and waits until it takes connections; this process is then its first user. */
export async function startKeptServer(options: KeptServerOptions): Promise<KeeperHold> {
  const { token, process: keeper, logStart } = startKeeper(options);
  let ended = false;
  keeper.once('error', () => (ended = true));
  keeper.once('exit', () => (ended = true));
  const fail = async (): Promise<never> => {
    throw explainServerOutput(await readServerLog(options.folder, logStart), options.folder);
  };
  const holding = holdKeeper(options.folder, token, PATIENCE_MS);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await readPostmasterFile(options.folder))?.isReady) {
    if (ended || Date.now() > deadline) await fail();
    await sleep(15);
  }
  return (await holding) ?? (await fail());
}
