import type { CatalogSet, Minifig, SetMinifig } from '@brickmarket/domain';
import { readWebAddress } from '../reading/cells.ts';
import type { Layout } from '../reading/layout.ts';
import type { InventoryIndex, ThemeTree } from './dump-index.ts';

const YEARS = { first: 1930, last: 2100 };

/** Fills the tree; records are theme ids. */
export function themesLayout(themes: ThemeTree): Layout<string> {
  return {
    name: 'themes',
    isForeign: true,
    required: ['id', 'name', 'parent_id'],
    optional: [],
    reader: (column) => {
      const [id, name, parent] = [column('id'), column('name'), column('parent_id')];
      return (row, ids) => {
        const themeId = row.requiredText(id);
        const title = row.requiredName(name);
        if (row.problem !== null) return;
        if (themes.add(themeId, title, row.textOrNull(parent))) ids.push(themeId);
        else row.reject(`theme ${themeId} is there twice: the first one counts`);
      };
    },
  };
}

/** Distinct sets with resolved themes; adds their numbers to `known`. */
export function setsLayout(themes: ThemeTree, known: Set<string>): Layout<CatalogSet> {
  return {
    name: 'sets',
    isForeign: true,
    required: ['set_num', 'name', 'year', 'theme_id', 'num_parts'],
    optional: ['img_url'],
    reader: (column) => {
      const [number, name, year, theme] = [column('set_num'), column('name'), column('year'), column('theme_id')];
      const [parts, image] = [column('num_parts'), column('img_url')];
      return (row, sets) => {
        const setNumber = row.setNumber(number);
        const path = themes.pathOf(row.text(theme));
        if (path === null) row.reject(`theme ${row.text(theme) || '(empty)'} is not in the themes file`);
        const released = row.wholeNumberOrNull(year);
        if (released !== null && (released < YEARS.first || released > YEARS.last))
          row.reject(`${released} is no year of release`);
        const set = {
          setNumber,
          title: row.requiredName(name),
          year: released,
          pieces: row.wholeNumberOrNull(parts) ?? 0,
          imageUrl: readWebAddress(row, image),
        };
        if (row.problem !== null || path === null) return;
        if (known.has(setNumber)) return row.reject(`set ${setNumber} is there twice: the first one counts`);
        known.add(setNumber);
        sets.push({ ...set, ...path });
      };
    },
  };
}

/** Distinct minifigs, added to `known`. Dumps lack category, color and year. */
export function minifigsLayout(known: Set<string>): Layout<Minifig> {
  return {
    name: 'minifigs',
    isForeign: true,
    required: ['fig_num', 'name'],
    optional: ['num_parts', 'img_url'],
    reader: (column) => {
      const [number, name, image] = [column('fig_num'), column('name'), column('img_url')];
      return (row, minifigs) => {
        const minifigNumber = row.minifigNumber(number);
        const minifig = {
          minifigNumber,
          name: row.requiredName(name),
          category: null,
          color: null,
          yearReleased: null,
          imageUrl: readWebAddress(row, image),
        };
        if (row.problem !== null) return;
        if (known.has(minifigNumber))
          return row.reject(`minifig ${minifigNumber} is there twice: the first one counts`);
        known.add(minifigNumber);
        minifigs.push(minifig);
      };
    },
  };
}

/** Fills the index without records. Skips minifig inventories (`fig-...`). */
export function inventoriesLayout(inventories: InventoryIndex, knownSets: ReadonlySet<string>): Layout<never> {
  return {
    name: 'inventories',
    isForeign: true,
    required: ['id', 'version', 'set_num'],
    optional: [],
    reader: (column) => {
      const [id, version, owner] = [column('id'), column('version'), column('set_num')];
      return (row) => {
        const inventoryId = row.requiredText(id);
        const number = row.requiredText(owner);
        const edition = row.wholeNumber(version);
        if (row.problem !== null) return;
        if (!inventories.addId(inventoryId))
          return row.reject(`inventory ${inventoryId} is there twice: the first one counts`);
        if (number.startsWith('fig-')) return;
        if (!knownSets.has(number)) return row.reject(`set ${number} is not in the sets file, or was rejected there`);
        if (!inventories.addVersion(number, inventoryId, edition))
          row.reject(`version ${edition} of set ${number} is there twice: the first one counts`);
      };
    },
  };
}

/** Skips outdated and minifig inventories. */
export function setMinifigsLayout(inventories: InventoryIndex, knownMinifigs: ReadonlySet<string>): Layout<SetMinifig> {
  return {
    name: 'inventory_minifigs',
    isForeign: true,
    required: ['inventory_id', 'fig_num', 'quantity'],
    optional: [],
    reader: (column) => {
      const [id, number, count] = [column('inventory_id'), column('fig_num'), column('quantity')];
      return (row, links) => {
        const inventoryId = row.requiredText(id);
        const minifigNumber = row.minifigNumber(number);
        const quantity = row.wholeNumber(count, 1);
        if (row.problem !== null) return;
        if (!inventories.has(inventoryId)) return row.reject(`inventory ${inventoryId} is not in the inventories file`);
        const setNumber = inventories.setOf(inventoryId);
        if (setNumber === null) return;
        if (!knownMinifigs.has(minifigNumber))
          return row.reject(`minifig ${minifigNumber} is not in the minifigs file, or was rejected there`);
        links.push({ setNumber, minifigNumber, quantity });
      };
    },
  };
}
