import { type MinifigNumbers, minifigNumberKey, announcedDayFault, type SetDetails } from '@brickmarket/domain';
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

/** Imports a folder with a catalogue dump. All of it or nothing; importing the same dump again changes nothing. */
export function importCatalog(
  store: CatalogImport,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport('catalog', folder, options, async (tally, progress, reading, origin) => {
    progress.step('Reading the catalogue');
    const dump = readRebrickableDump(folder, reading);
    const rejectedCells = new Set<string>();
    const merge = await store.mergeCatalog(goodBatches(dump, tally, progress, rejectedCells), origin);
    tally.merged('sets', merge.sets);
    tally.merged('minifigs', merge.minifigs);
    tally.merged('set-minifigs', merge.setMinifigs);
    // A set whose row was rejected is still in the feed: it must not be reported as disappeared.
    tally.found(
      'disappeared sets',
      merge.disappearedSets.filter((number) => !rejectedCells.has(number)),
    );
    // The catalogue decides which numbers there are. One that is older than a rename brings the set again, as another.
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
    // A damaged row has no columns, so every cell of it is kept as a possible set number.
    if (kind === 'sets')
      for (const { row } of batch.rejects) for (const cell of row.split(/[",]/)) rejectedCells.add(cell.trim());
    if (kind === 'sets') yield { kind, records: await tally.take(kind, batch) };
    else if (kind === 'minifigs') yield { kind, records: await tally.take(kind, batch) };
    else yield { kind, records: await tally.take(kind, batch) };
  }
  progress.step('Merging the catalogue');
}

/** The store of the catalogue, and the directory of what is in it. */
export interface CatalogStores {
  readonly catalog: CatalogImport;
  readonly items: ItemDirectory;
}

/** Imports details of sets that are in the catalogue. All of the file or nothing; the same again changes nothing. */
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
      if (number === null) return `set ${set.setNumber} is not in the catalogue: import a catalogue that has it first`;
      const fault = announcedDayFault(set.releaseDay, tally.today) ?? announcedDayFault(set.exitDay, tally.today);
      if (fault !== null) return fault;
      // `75192`, `75192-1` and an old number may all be in the file and mean the same set.
      if (taken.has(number)) return `set ${number} is there twice: the first one counts`;
      taken.add(number);
      return null;
    });
    yield records.map((set) => ({ ...set, setNumber: canonical(set)! }));
  }
  progress.step('Merging set details');
}

const NUMBERS = 'minifig numbers';

/** Options of an import of minifigure numbers. */
export interface MinifigNumbersOptions extends ImportOptions {
  /** Give a number that another figure has to the figure of the file, instead of rejecting the row. */
  readonly reassigns?: boolean | undefined;
}

/**
 * Imports which number the minifigures of the catalogue have in a marketplace's. All of the file or nothing; the same
 * again changes nothing.
 */
export function importMinifigNumbers(
  stores: CatalogStores,
  file: string,
  options: MinifigNumbersOptions = {},
): Promise<ImportSummary> {
  return runImport(NUMBERS, file, options, async (tally, progress, reading, origin) => {
    const reassigned: string[] = [];
    async function* numbered(): AsyncGenerator<readonly MinifigNumbers[]> {
      // Read by the store once no other import of the catalogue runs, so that nobody gives the same numbers meanwhile.
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

/** Which figure of the catalogue gets which number of the file: each at most one, and none two figures. */
class NumberAssignment {
  readonly #numberOf = new Map<number, string>();
  readonly #ownerOf = new Map<string, MinifigId>();

  constructor(
    private readonly items: ItemIds,
    private readonly reassigns: boolean,
    /** Receives, for people, the numbers that are taken from another figure. */
    private readonly reassigned: string[],
  ) {}

  /** The figure of a pair, by the catalogue's number only. Null when there is none. */
  figureOf({ minifigNumber }: MinifigNumbers): MinifigId | null {
    const figure = this.items.minifigNumbers.find(minifigNumber);
    return figure && minifigNumberKey(figure.minifigNumber) === minifigNumberKey(minifigNumber) ? figure : null;
  }

  /** Null when the figure gets the number, otherwise why not. */
  assign(pair: MinifigNumbers): string | null {
    const { marketplaceNumber: number } = pair;
    const figure = this.figureOf(pair);
    if (figure === null)
      return `minifig ${pair.minifigNumber} is not in the catalogue: import a catalogue that has it first`;
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
        return `number ${number} is the catalogue's number of another minifig: a look-up could not tell them apart`;
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
