import {
  announcedDayFault,
  epochDayOf,
  type MinifigNumbers,
  minifigNumberKey,
  type SetDetails,
  systemClock,
} from '@brickmarket/domain';
import {
  type CatalogDumpBatch,
  type FeedBatch,
  readMinifigNumbers,
  readRebrickableDump,
  readSetDetails,
} from '@brickmarket/feeds';
import type { CatalogBatch, CatalogImport, ItemDirectory, ItemIds, MinifigId } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import { type Progress, type ImportOptions, type ImportTally, runImport } from './run-import.ts';

/** Atomic and idempotent. */
export function importCatalog(
  store: CatalogImport,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport('catalog', folder, options, async (tally, progress, reading, origin) => {
    progress.step('Reading the catalog');
    const dump = readRebrickableDump(folder, reading);
    const rejectedCells = new Set<string>();
    const asOf = options.asOf ?? epochDayOf(options.now ?? systemClock.now());
    const batches = goodBatches(dump, tally, progress, rejectedCells);
    const merge = await store.mergeCatalog(batches, { ...origin, asOf });
    tally.merged('sets', merge.sets);
    tally.merged('minifigs', merge.minifigs);
    tally.merged('set-minifigs', merge.setMinifigs);
    // Sets with rejected rows still exist: not reported as disappeared.
    tally.found(
      'disappeared sets',
      merge.disappearedSets.filter((number) => !rejectedCells.has(number)),
    );
    // Catalog numbers win: an import older than a rename adds the set again.
    tally.found(
      'new sets under numbers of renamed ones',
      merge.takenNumbers.map(({ setNumber, renamedTo }) => `${setNumber} (renamed to ${renamedTo} before)`),
    );
  });
}

async function* goodBatches(
  dump: AsyncIterable<CatalogDumpBatch>,
  tally: ImportTally,
  progress: Progress,
  rejectedCells: Set<string>,
): AsyncGenerator<CatalogBatch> {
  for await (const { kind, batch } of dump) {
    // A damaged row has no columns, so any cell may be the set number.
    if (kind === 'sets')
      for (const { row } of batch.rejects) for (const cell of row.split(/[",]/)) rejectedCells.add(cell.trim());
    if (kind === 'sets') yield { kind, records: await tally.take(kind, batch) };
    else if (kind === 'minifigs') yield { kind, records: await tally.take(kind, batch) };
    else yield { kind, records: await tally.take(kind, batch) };
  }
  progress.step('Merging the catalog');
}

export interface CatalogStores {
  readonly catalog: CatalogImport;
  readonly items: ItemDirectory;
}

/** Only for known sets. Atomic and idempotent. */
export function importSetDetails(
  stores: CatalogStores,
  file: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport('set details', file, options, async (tally, progress, reading, origin) => {
    progress.step('Reading set details');
    const batches = readSetDetails(file, reading);
    const items = await stores.items.load();
    tally.merged(
      'set details',
      await stores.catalog.mergeSetDetails(knownSets(batches, items, tally, progress), origin),
    );
  });
}

async function* knownSets(
  batches: AsyncIterable<FeedBatch<SetDetails>>,
  items: ItemIds,
  tally: ImportTally,
  progress: Progress,
): AsyncGenerator<readonly SetDetails[]> {
  const taken = new Set<string>();
  const canonical = (set: SetDetails) => items.findSetNumber(set.setNumber);
  for await (const batch of batches) {
    const records = await tally.take('set details', batch, (set) => {
      const number = canonical(set);
      if (number === null) return `set ${set.setNumber} is not in the catalog: import a catalog that has it first`;
      const fault = announcedDayFault(set.releaseDay, tally.today) ?? announcedDayFault(set.exitDay, tally.today);
      if (fault !== null) return fault;
      // `75192`, `75192-1` and an old number may mean the same set.
      if (taken.has(number)) return `set ${number} is there twice: the first one counts`;
      taken.add(number);
      return null;
    });
    yield records.map((set) => ({ ...set, setNumber: canonical(set)! }));
  }
  progress.step('Merging set details');
}

const NUMBERS = 'minifig numbers';

export interface MinifigNumbersOptions extends ImportOptions {
  /** Reassigns numbers of other figures instead of rejecting rows. */
  readonly reassigns?: boolean | undefined;
}

/** Marketplace numbers of known minifigures. Atomic and idempotent. */
export function importMinifigNumbers(
  stores: CatalogStores,
  file: string,
  options: MinifigNumbersOptions = {},
): Promise<ImportSummary> {
  return runImport(NUMBERS, file, options, async (tally, progress, reading, origin) => {
    const reassigned: string[] = [];
    async function* numbered(): AsyncGenerator<readonly MinifigNumbers[]> {
      // Read by the store under its import lock, so no other import assigns numbers.
      const numbers = new NumberAssignment(await stores.items.load(), options.reassigns === true, reassigned);
      progress.step('Reading minifig numbers');
      for await (const batch of readMinifigNumbers(file, reading)) {
        const pairs = await tally.take(NUMBERS, batch, (pair) => numbers.assign(pair));
        yield pairs.map((pair) => ({ ...pair, minifigNumber: numbers.figureOf(pair)!.minifigNumber }));
      }
      progress.step('Merging minifig numbers');
    }
    tally.merged(NUMBERS, await stores.catalog.mergeMinifigNumbers(numbered(), origin));
    tally.found('reassigned numbers', reassigned);
  });
}

/** One number per figure and one figure per number. */
class NumberAssignment {
  readonly #numberOf = new Map<number, string>();
  readonly #ownerOf = new Map<string, MinifigId>();

  constructor(
    private readonly items: ItemIds,
    private readonly reassigns: boolean,
    /** Collects messages about reassigned numbers. */
    private readonly reassigned: string[],
  ) {}

  /** By catalog number only; null: none. */
  figureOf({ minifigNumber }: MinifigNumbers): MinifigId | null {
    const figure = this.items.minifigNumbers.find(minifigNumber);
    return figure && minifigNumberKey(figure.minifigNumber) === minifigNumberKey(minifigNumber) ? figure : null;
  }

  assign(pair: MinifigNumbers): string | null {
    const { marketplaceNumber: number } = pair;
    const figure = this.figureOf(pair);
    if (figure === null)
      return `minifig ${pair.minifigNumber} is not in the catalog: import a catalog that has it first`;
    const given = this.#numberOf.get(figure.id);
    if (given !== undefined && given !== number)
      return `minifig ${figure.minifigNumber} is there twice, with another number: the first one, ${given}, counts`;
    const key = minifigNumberKey(number);
    const owner = this.#ownerOf.get(key);
    if (owner !== undefined && owner.id !== figure.id)
      return `number ${number} is already that of ${owner.minifigNumber}, further up in the file: the first one counts`;
    const known = this.items.minifigNumbers.find(number);
    if (known !== null && known.id !== figure.id) {
      if (minifigNumberKey(known.minifigNumber) === key)
        return `number ${number} is the catalog's number of another minifig: a lookup could not tell them apart`;
      if (!this.reassigns)
        return (
          `number ${number} is already that of ${known.minifigNumber}: ` +
          'import with --reassign to take it from there'
        );
      if (given === undefined) this.reassigned.push(`${number}: ${known.minifigNumber} to ${figure.minifigNumber}`);
    }
    this.#numberOf.set(figure.id, number);
    this.#ownerOf.set(key, figure);
    return null;
  }
}
