import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { epochDayOf, startOfDay } from '@brickmarket/domain';
import { SourceFault } from '../shared/source-fault.ts';
import type { Desk, Source, SourceReply } from '../shared/source.ts';
import { checkTable, type CheckedTable, fetchTable, type Table, TABLE_NAMES } from './dump-files.ts';

const ITEM = 'catalog';
/** A file with fewer rows than this share of the last one is cut off. */
const LEAST_SHARE = 0.95;
/** After the nightly build. */
const HOUR_MS = 3_600_000;
const DUE_HOUR = 8;

interface TableMemory {
  readonly etag: string | null;
  readonly rows: number;
  readonly checksum: string;
}
type Memory = Partial<Record<Table, TableMemory>>;

/** Sets, minifigures and themes, from Rebrickable's daily files. */
export const REBRICKABLE: Source = {
  name: 'rebrickable',
  title: 'Rebrickable',
  termsUrl: 'https://rebrickable.com/downloads/',
  address: 'https://cdn.rebrickable.com/media/downloads/',
  secrets: [],
  callsADay: 50,
  callsASecond: 1,
  atOnce: 1,
  batch: 1,
  itemOf: () => Promise.resolve(ITEM),
  plan: () => Promise.resolve([{ item: ITEM, rank: 1 }]),
  ask: askForCatalog,
  probe: async (desk) => {
    const folder = join(desk.folder, 'probe.part');
    await emptied(folder);
    await fetchTable('themes', desk, { from: folder, to: folder, etag: null });
    await checkTable('themes', folder);
    await rm(folder, { recursive: true });
  },
};

async function askForCatalog(_items: unknown, desk: Desk): Promise<SourceReply> {
  const memory = desk.settings.memory as Memory;
  const current = join(desk.folder, 'catalog');
  const folder = join(desk.folder, 'catalog.part');
  await emptied(folder);
  const next: Record<string, TableMemory> = {};
  for (const table of TABLE_NAMES) {
    const before = memory[table];
    const etag = await fetchTable(table, desk, { from: current, to: folder, etag: before?.etag ?? null });
    next[table] = { etag, ...wholeTable(table, await checkTable(table, folder), before) };
  }
  const isNew = TABLE_NAMES.some((table) => next[table]!.checksum !== memory[table]?.checksum);
  const settle = async (): Promise<void> => {
    await rm(current, { recursive: true, force: true });
    await rename(folder, current);
  };
  const dueAt = new Date(startOfDay(epochDayOf(desk.now) + 1).getTime() + DUE_HOUR * HOUR_MS);
  const rows = isNew ? ({ kind: 'catalog', folder } as const) : null;
  return { rows, items: [{ item: ITEM, hasFound: isNew, dueAt }], memory: next, raw: next, settle };
}

/** A source that loses its rows for a day takes nothing away. */
function wholeTable(table: Table, checked: CheckedTable, before: TableMemory | undefined): CheckedTable {
  if (before !== undefined && checked.rows < before.rows * LEAST_SHARE)
    throw new SourceFault(
      'incomplete',
      `${table}.csv.gz of Rebrickable has ${checked.rows} rows, the last one had ${before.rows}. Nothing was imported`,
    );
  return checked;
}

async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
