import { NotFoundError } from '@brickmarket/domain';
import type {
  AccountStore,
  DemoRecord,
  MonthStore,
  RemovedMarket,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { priceChanges } from '@brickmarket/retail-tracking';
import { nextState } from '../import/import-retail-prices.ts';
import { type Progress, UNWATCHED } from '../import/run-import.ts';
import { finalizeMonths } from '../valuation/months.ts';
import { valueMarket } from '../valuation/value-market.ts';

export interface DemoStores {
  readonly demo: DemoRecord;
  readonly accounts: AccountStore;
  readonly valuations: ValuationStore;
  readonly months: MonthStore;
  readonly clock: StoreClock;
}

export interface RemovedDemo extends RemovedMarket {
  readonly accounts: number;
}

/** Leaves the catalog and what users entered. Values are computed from the remaining sales. Repeatable. */
export async function removeDemo(
  stores: DemoStores,
  emails: readonly string[],
  progress: Progress = UNWATCHED,
): Promise<RemovedDemo> {
  if ((await stores.demo.find()) === null) throw new NotFoundError('this database has no demo');
  progress.step('Removing synthetic prices, sales and values');
  const removed = await stores.demo.removeMarket({ fold: nextState, changesOf: priceChanges });
  progress.step('Deleting demo accounts');
  let accounts = 0;
  for (const email of emails) {
    const account = await stores.accounts.findByEmail(email);
    if (account !== null && (await stores.accounts.delete(account.id)) !== null) accounts++;
  }
  const now = await stores.clock.now();
  await valueMarket(stores.valuations, { at: now, progress });
  await finalizeMonths(stores.months, { now, progress });
  await stores.demo.forget();
  return { ...removed, accounts };
}
