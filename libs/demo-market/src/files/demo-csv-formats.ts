import { formatIsoDay, formatUsd, type LegoSet, type Minifig, type SetMinifig } from '@brickmarket/domain';
import type { CsvFormat } from '@brickmarket/feeds';
import { THEME_PROFILES } from '../catalogue/theme-profiles.ts';
import type { TruthSample } from '../truth/truth-sample.ts';

/** A theme of the dump. Names repeat; the id is the key. */
interface DumpTheme {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** An inventory of the dump: the id under which a set's minifigures are listed. */
interface DumpInventory {
  readonly id: number;
  readonly setNumber: string;
}

const SUBTHEME_SLOTS = 20;
const PARTS_OF_A_MINIFIG = 4;

/** Root themes and the subthemes below them. */
export function dumpThemes(): readonly DumpTheme[] {
  return THEME_PROFILES.flatMap((profile, index) => {
    const id = (index + 1) * SUBTHEME_SLOTS;
    return [
      { id, name: profile.name, parentId: null },
      ...profile.subthemes.map((name, i) => ({ id: id + i + 1, name, parentId: id })),
    ];
  });
}

/** `themes.csv` of the dump. */
export const dumpThemesCsv: CsvFormat<DumpTheme> = {
  header: ['id', 'name', 'parent_id'],
  cells: (theme) => [theme.id, theme.name, theme.parentId],
};

/** `sets.csv` of the dump. */
export const dumpSetsCsv: CsvFormat<LegoSet> = {
  header: ['set_num', 'name', 'year', 'theme_id', 'num_parts', 'img_url'],
  cells: (set) => [set.setNumber, set.title, set.year, themeId(set), set.pieces, set.imageUrl],
};

/** `minifigs.csv` of the dump. */
export const dumpMinifigsCsv: CsvFormat<Minifig> = {
  header: ['fig_num', 'name', 'num_parts', 'img_url'],
  cells: (minifig) => [minifig.minifigNumber, minifig.name, PARTS_OF_A_MINIFIG, minifig.imageUrl],
};

/** `inventories.csv` of the dump. */
export const dumpInventoriesCsv: CsvFormat<DumpInventory> = {
  header: ['id', 'version', 'set_num'],
  cells: (inventory) => [inventory.id, 1, inventory.setNumber],
};

/** `inventory_minifigs.csv` of the dump; `inventoryIds` has the inventory of every linked set. */
export function dumpSetMinifigsCsv(inventoryIds: ReadonlyMap<string, number>): CsvFormat<SetMinifig> {
  return {
    header: ['inventory_id', 'fig_num', 'quantity'],
    cells: (link) => [inventoryIds.get(link.setNumber)!, link.minifigNumber, link.quantity],
  };
}

function themeId(set: LegoSet): number {
  const index = THEME_PROFILES.findIndex((profile) => profile.name === set.theme);
  const below = set.subtheme === null ? 0 : THEME_PROFILES[index]!.subthemes.indexOf(set.subtheme) + 1;
  return (index + 1) * SUBTHEME_SLOTS + below;
}

/** True values, for backtests; no importer reads them. */
export const truthCsv: CsvFormat<TruthSample> = {
  header: ['item_type', 'item_number', 'condition', 'day', 'true_value_usd'],
  cells: (sample) => [
    sample.itemKind,
    sample.itemNumber,
    sample.condition,
    formatIsoDay(sample.day),
    formatUsd(sample.valueCents),
  ],
};
