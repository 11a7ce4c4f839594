import {
  type Condition,
  type EpochDay,
  epochDayOf,
  formatIsoDay,
  holdingFault,
  InvalidInputError,
} from '@brickmarket/domain';
import { type CollectionEntry, type DateFormat, type FeedBatch, readCollection } from '@brickmarket/feeds';
import type {
  AccountStore,
  HoldingStore,
  HoldingToStore,
  ItemDirectory,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { getAccount } from '../access/get-account.ts';
import type { ImportSummary } from '../import/import-summary.ts';
import type { ImportTally } from '../import/import-tally.ts';
import { type ImportOptions, runImport } from '../import/run-import.ts';
import { SetResolver } from './set-resolver.ts';

const NAME_LENGTH = 100;

export interface BrickfolioStores {
  readonly accounts: AccountStore;
  readonly items: ItemDirectory;
  readonly holdings: HoldingStore;
  readonly clock: StoreClock;
}

export interface BrickfolioImportOptions extends ImportOptions {
  /** E-mail address of the account. */
  readonly account: string;
  /** The brickfolio for all rows, whatever the file says; made when there is none of that name. */
  readonly brickfolio?: string | undefined;
  /** How days with slashes are written, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
  /** The condition of copies for which the file has none. */
  readonly condition?: Condition | undefined;
  /** Make the brickfolios in the file what the file says: also remove what it does not have. */
  readonly replaces?: boolean | undefined;
  /** Say what would be done, and do nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** Imports a person's collection of any known source. All of it or nothing; the same file again changes nothing. */
export async function importBrickfolio(
  stores: BrickfolioStores,
  file: string,
  options: BrickfolioImportOptions,
): Promise<ImportSummary> {
  if (options.brickfolio !== undefined && !isBrickfolioName(options.brickfolio))
    throw new InvalidInputError(`the name of a brickfolio has from 1 to ${NAME_LENGTH} characters`);
  const account = await getAccount(stores.accounts, options.account);
  const today = epochDayOf(await stores.clock.now());
  const sets = await SetResolver.load(stores.items);
  return runImport('brickfolio', file, options, async (tally, progress) => {
    progress.step('Reading the collection');
    const { dateFormat, condition } = options;
    const batches = readCollection(file, {
      dateFormat,
      condition,
      onProgress: (done, total) => progress.advance(done, total),
    });
    const merge = await stores.holdings.merge(
      account.id,
      knownHoldings(batches, { sets, tally, today, brickfolio: options.brickfolio ?? null }),
      {
        replaces: options.replaces === true,
        isDryRun: options.isDryRun === true,
      },
    );
    tally.merged('holdings', merge.holdings);
    tally.found('new brickfolios', merge.newBrickfolios);
    tally.found('unknown set numbers', sets.unknownNumbers);
  });
}

function isBrickfolioName(name: string): boolean {
  return name.trim() !== '' && name.length <= NAME_LENGTH;
}

async function* knownHoldings(
  batches: AsyncIterable<FeedBatch<CollectionEntry>>,
  {
    sets,
    tally,
    today,
    brickfolio,
  }: { sets: SetResolver; tally: ImportTally; today: EpochDay; brickfolio: string | null },
): AsyncGenerator<readonly HoldingToStore[]> {
  for await (const batch of batches) {
    const entries = await tally.take('holdings', batch, ({ holding, brickfolio: named }, warn) => {
      if ((brickfolio ?? named ?? '').length > NAME_LENGTH)
        return `the name of a brickfolio has at most ${NAME_LENGTH} characters`;
      if (holding.purchaseDay !== null && holding.purchaseDay > today)
        warn(`the purchase date ${formatIsoDay(holding.purchaseDay)} is in the future: taken over as it is`);
      return sets.faultOf(holding.setNumber) ?? holdingFault(holding);
    });
    yield entries.map((entry) => {
      const { setId, setNumber } = sets.find(entry.holding.setNumber)!;
      return { setId, holding: { ...entry.holding, setNumber }, brickfolio: brickfolio ?? entry.brickfolio };
    });
  }
}
