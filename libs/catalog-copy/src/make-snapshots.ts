import { setTimeout as pause } from 'node:timers/promises';
import { CONDITIONS, epochDayOf, RETAILER_NAMES, type RetailerNames, shownMinifigNumber } from '@brickmarket/domain';
import {
  type DataPoint,
  type ItemChanges,
  type MinifigCatalog,
  type MonthHistory,
  type SetCatalog,
} from '@brickmarket/persistence-ports';
import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import { sourceOf, writeCursor } from './cursor.ts';
import { presentHistory, presentMinifig, presentSet, type ShownRecords } from './records.ts';
import { type Snapshot, SNAPSHOT_KINDS, type SnapshotKind, type SnapshotStore } from './snapshot-store.ts';

/** Records read at once. Few enough that a worker keeps little of them, and is soon done with them. */
const AT_ONCE = 50;
/**
 * After each portion the maker rests for so many times as long as that took. A file is wanted within the hour, answers
 * to requests at once: where both share processors, these are free most of the time.
 */
const REST_TIMES = 3;
/** A machine that stood still while a portion was read is not waited for again. */
const MAX_REST_MS = 1_000;

/** Where records are read, and where snapshots of them are written. */
export interface SnapshotSources {
  readonly sets: SetCatalog;
  readonly minifigs: MinifigCatalog;
  readonly months: MonthHistory;
  readonly changes: ItemChanges;
  readonly snapshots: SnapshotStore;
}

/** How records are shown, where that is not the default. The API offers no snapshots of other settings than its own. */
export interface SnapshotSettings {
  readonly retailStaleDays?: number | undefined;
  readonly retailerNames?: Partial<RetailerNames>;
}

/**
 * Writes a snapshot of each kind whose newest one is not of this state. The state is noted before anything is read: a
 * record that changes meanwhile is in the snapshot as it was or as it is, and in the changes after its cursor. So no
 * long transaction is needed, which would keep the database from cleaning up.
 */
export async function makeSnapshots(
  sources: SnapshotSources,
  settings: SnapshotSettings,
  now: Date,
): Promise<readonly Snapshot[]> {
  const { changes, snapshots } = sources;
  const shown = {
    retailStaleDays: settings.retailStaleDays ?? DEFAULT_RETAIL_STALE_DAYS,
    retailerNames: { ...RETAILER_NAMES, ...settings.retailerNames },
  };
  const source = sourceOf(await changes.origin(), await changes.timeline(), shown);
  const since: DataPoint = { versions: await changes.versions(), day: epochDayOf(now) };
  const cursor = writeCursor(source, { since, within: null });
  const known = await snapshots.list();
  const made: Snapshot[] = [];
  for (const kind of SNAPSHOT_KINDS) {
    if (known.find((one) => one.kind === kind)?.cursor === cursor) continue;
    const lines = LINES[kind](sources, since, shown);
    made.push(await snapshots.write({ kind, cursor, source, createdAt: now }, lines));
  }
  return made;
}

type Lines = (sources: SnapshotSources, since: DataPoint, shown: ShownRecords) => AsyncGenerator<string>;

const LINES: Readonly<Record<SnapshotKind, Lines>> = { sets: setLines, minifigs: minifigLines, history: historyLines };

/** A number that was given up while this is read finds another one's record: the changes say so. */
async function* setLines({ sets }: SnapshotSources, { day }: DataPoint, shown: ShownRecords): AsyncGenerator<string> {
  for await (const numbers of portions(sets.streamIdentities(), ({ setNumber }) => setNumber)) {
    const found = await sets.findByNumbers(numbers);
    for (const number of numbers) {
      const record = found.get(number);
      if (record?.set.setNumber === number) yield JSON.stringify(presentSet(record, day, shown));
    }
  }
}

/** Of two minifigures that show the same number, the one that is found by it. */
async function* minifigLines({ minifigs }: SnapshotSources): AsyncGenerator<string> {
  for await (const numbers of portions(minifigs.streamIdentities(), shownMinifigNumber)) {
    const found = await minifigs.findByNumbers(numbers);
    for (const number of numbers) {
      const record = found.get(number);
      if (record !== undefined && shownMinifigNumber(record.minifig) === number)
        yield JSON.stringify(presentMinifig(record));
    }
  }
}

async function* historyLines({ sets, months }: SnapshotSources): AsyncGenerator<string> {
  for await (const numbers of portions(sets.streamIdentities(), ({ setNumber }) => setNumber)) {
    for (const condition of CONDITIONS) {
      const found = await months.findByNumbers(numbers, condition);
      for (const number of numbers) {
        const record = found.get(number);
        if (record?.setNumber === number) yield JSON.stringify(presentHistory(record, condition));
      }
    }
  }
}

/**
 * The different numbers of a stream, some at a time, with a rest after each portion but the last. Numbers are kept to
 * tell which were there already.
 */
async function* portions<Item>(
  items: AsyncIterable<readonly Item[]>,
  numberOf: (item: Item) => string,
): AsyncGenerator<readonly string[]> {
  const numbers = new Set<string>();
  // Read to the end first: no statement is left open while records are read and written.
  for await (const some of items) for (const item of some) numbers.add(numberOf(item));
  const all = [...numbers];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const begun = performance.now();
    yield all.slice(at, at + AT_ONCE);
    // Here the portion was read and written.
    if (at + AT_ONCE < all.length) await pause(Math.min(MAX_REST_MS, REST_TIMES * (performance.now() - begun)));
  }
}
