import { InvalidInputError, systemClock } from '@brickmarket/domain';
import { findAwaitedDemo, loadDemo } from '../demo/load-demo.ts';
import { watchProgress } from '../output/watch-progress.ts';
import type { Stores } from '../persistence.wiring.ts';

/** Loads the demo market into a database that has nothing to show yet, unless BRICKMARKET_DEMO is `off`. */
export async function loadFirstDemo(stores: Stores, step: (what: string) => void): Promise<void> {
  if (!isDemoWanted(process.env)) return;
  const market = await findAwaitedDemo(stores, systemClock.now());
  if (market === null) return;
  step('loading the demo market (this once)');
  await watchProgress((progress) => loadDemo(stores, { market, leavesBacktest: true }, progress));
}

/** Whether a demo is to be loaded and kept alive, by BRICKMARKET_DEMO. */
export function isDemoWanted(environment: NodeJS.ProcessEnv): boolean {
  const choice = environment['BRICKMARKET_DEMO'] ?? '';
  if (choice !== '' && choice !== 'on' && choice !== 'off')
    throw new InvalidInputError('BRICKMARKET_DEMO must be on or off');
  return choice !== 'off';
}
