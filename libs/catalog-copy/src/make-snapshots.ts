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

/** Records per read, few to keep memory and pauses small. */
const AT_ONCE = 50;
/** Rest after each portion, as a multiple of its time, so that requests get the processor. */
const REST_TIMES = 3;
/** Limits the rest after a suspended machine. */
const MAX_REST_MS = 1_000;

export interface SnapshotSources {
  readonly sets: SetCatalog;
  readonly minifigs: MinifigCatalog;
  readonly months: MonthHistory;
  readonly changes: ItemChanges;
  readonly snapshots: SnapshotStore;
}

export interface SnapshotSettings {
  readonly retailStaleDays?: number | undefined;
  readonly retailerNames?: Partial<RetailerNames>;
}

/** Writes kinds whose newest snapshot is older. The cursor precedes reading; a long transaction would block vacuum. */
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

/** A number given up during reading finds another record; the change list reports it. */
async function* setLines({ sets }: SnapshotSources, { day }: DataPoint, shown: ShownRecords): AsyncGenerator<string> {
  for await (const numbers of portions(sets.streamIdentities(), ({ setNumber }) => setNumber)) {
    const found = await sets.findByNumbers(numbers);
    for (const number of numbers) {
      const record = found.get(number);
      if (record?.set.setNumber === number) yield JSON.stringify(presentSet(record, day, shown));
    }
  }
}

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

async function* portions<Item>(
  items: AsyncIterable<readonly Item[]>,
  numberOf: (item: Item) => string,
): AsyncGenerator<readonly string[]> {
  const numbers = new Set<string>();
  // Read to the end first: no statement stays open during the work.
  for await (const some of items) for (const item of some) numbers.add(numberOf(item));
  const all = [...numbers];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const begun = performance.now();
    yield all.slice(at, at + AT_ONCE);
    if (at + AT_ONCE < all.length) await pause(Math.min(MAX_REST_MS, REST_TIMES * (performance.now() - begun)));
  }
}
