import { type CatalogSet, formatIsoDay, type Minifig, type SetDetails, type SetMinifig } from '@brickmarket/domain';
import {
  type CatalogBatch,
  CatalogImport,
  type CatalogMerge,
  ItemDirectory,
  ItemIds,
  type MergeCounts,
} from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import { WriteSession, type MergeOutcome } from '../bulk/write-session.ts';
import * as sql from './merge-catalog.sql.ts';
import type { Database } from '../database/database.ts';

// Both imports write the same rows, so they exclude each other.
const SUBJECT = 'catalog';

interface StagedRows {
  readonly sets: number;
  readonly minifigs: number;
  readonly setMinifigs: number;
}

/** Catalogue data by COPY into temporary tables and a set-wise merge. */
export class PostgresCatalogImport extends CatalogImport {
  constructor(private readonly database: Database) {
    super();
  }

  async mergeCatalog(batches: AsyncIterable<CatalogBatch>): Promise<CatalogMerge> {
    return WriteSession.run(this.database, SUBJECT, async (session) => {
      await session.stage(...sql.STAGED_CATALOG);
      const staged = await stageCatalog(session, batches);
      await session.analyzeStaged('staged_set', 'staged_minifig', 'staged_set_minifig');
      const merge = await session.merge('catalog', () => mergeStaged(session, staged));
      if (merge.sets.inserted > 0) await session.analyze('catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig');
      return merge;
    });
  }

  async mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>): Promise<MergeCounts> {
    return WriteSession.run(this.database, SUBJECT, async (session) => {
      await session.stage(sql.STAGED_SET_DETAILS);
      const copy = session.copyInto('staged_set_details', [
        'set_number',
        'upc',
        'ean',
        'msrp_cents',
        'release_date',
        'exit_date',
        'box_width_mm',
        'box_height_mm',
        'box_depth_mm',
        'box_weight_g',
      ]);
      for await (const batch of batches) await copy.write(batch.map(detailValues));
      const staged = await copy.end();
      await session.analyzeStaged('staged_set_details');
      return session.merge('catalog', async () => {
        const changed = await session.write(sql.CHANGE_SET_DETAILS);
        return { result: { inserted: 0, changed, unchanged: staged - changed }, hasChanged: changed > 0 };
      });
    });
  }
}

async function stageCatalog(session: WriteSession, batches: AsyncIterable<CatalogBatch>): Promise<StagedRows> {
  const sets = session.copyInto('staged_set', [
    'set_number',
    'title',
    'theme',
    'subtheme',
    'year',
    'pieces',
    'image_url',
  ]);
  const minifigs = session.copyInto('staged_minifig', [
    'minifig_number',
    'name',
    'category',
    'color',
    'year_released',
    'image_url',
  ]);
  const setMinifigs = session.copyInto('staged_set_minifig', ['set_number', 'minifig_number', 'quantity']);
  for await (const batch of batches) {
    if (batch.kind === 'sets') await sets.write(batch.records.map(setValues));
    else if (batch.kind === 'minifigs') await minifigs.write(batch.records.map(minifigValues));
    else await setMinifigs.write(batch.records.map(setMinifigValues));
  }
  return { sets: await sets.end(), minifigs: await minifigs.end(), setMinifigs: await setMinifigs.end() };
}

async function mergeStaged(session: WriteSession, staged: StagedRows): Promise<MergeOutcome<CatalogMerge>> {
  const sets = mergeCounts(staged.sets, await session.write(sql.CHANGE_SETS), await session.write(sql.INSERT_SETS));
  const minifigsInserted = await session.write(sql.INSERT_MINIFIGS);
  await session.query(sql.RESOLVE_SET_MINIFIGS);
  await session.analyzeStaged('resolved_set_minifig');
  const removed = await session.write(sql.REMOVE_SET_MINIFIGS);
  const setMinifigs = {
    ...mergeCounts(
      staged.setMinifigs,
      await session.write(sql.CHANGE_SET_MINIFIGS),
      await session.write(sql.INSERT_SET_MINIFIGS),
    ),
    removed,
  };
  const [minifigChanges] = await session.query<{ count: number; staged_count: number }>(sql.CHANGE_MINIFIGS);
  const minifigs = {
    inserted: minifigsInserted,
    changed: minifigChanges!.count,
    unchanged: staged.minifigs - minifigsInserted - minifigChanges!.staged_count,
  };
  const disappeared = await session.query<{ set_number: string }>(sql.DISAPPEARED_SETS);
  return {
    result: { sets, minifigs, setMinifigs, disappearedSets: disappeared.map((row) => row.set_number) },
    hasChanged: removed > 0 || [sets, minifigs, setMinifigs].some((counts) => counts.inserted + counts.changed > 0),
  };
}

function mergeCounts(staged: number, changed: number, inserted: number): MergeCounts {
  return { inserted, changed, unchanged: staged - inserted - changed };
}

function setValues(set: CatalogSet): readonly CopyValue[] {
  return [set.setNumber, set.title, set.theme, set.subtheme, set.year, set.pieces, set.imageUrl];
}

function minifigValues(minifig: Minifig): readonly CopyValue[] {
  return [minifig.minifigNumber, minifig.name, minifig.category, minifig.color, minifig.yearReleased, minifig.imageUrl];
}

function setMinifigValues(link: SetMinifig): readonly CopyValue[] {
  return [link.setNumber, link.minifigNumber, link.quantity];
}

function detailValues(set: SetDetails): readonly CopyValue[] {
  const { box } = set;
  return [
    set.setNumber,
    set.upc,
    set.ean,
    set.msrpCents,
    dayText(set.releaseDay),
    dayText(set.exitDay),
    box && box.widthMm,
    box && box.heightMm,
    box && box.depthMm,
    box && box.weightG,
  ];
}

function dayText(day: number | null): string | null {
  return day === null ? null : formatIsoDay(day);
}

/** All item ids in two short statements. */
export class PostgresItemDirectory extends ItemDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async load(): Promise<ItemIds> {
    const sets = await this.#ids('set_ids', 'SELECT set_number AS number, id FROM catalog.lego_set');
    const minifigs = await this.#ids('minifig_ids', 'SELECT minifig_number AS number, id FROM catalog.minifig');
    return new ItemIds(sets, minifigs);
  }

  async #ids(name: string, text: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.prepared<{ number: string; id: number }>(name, text, []);
    return new Map(rows.map((row) => [row.number, row.id]));
  }
}
