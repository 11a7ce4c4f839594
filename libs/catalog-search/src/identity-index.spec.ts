import { IdentityIndex, identitySource } from './identity-index.ts';

interface Item {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly year: number;
}

/** A catalog whose changes are recorded, and how often it was read as a whole. */
function catalogOf(...items: Item[]) {
  let version = 1;
  const changes: { readonly version: number; readonly id: number }[] = [];
  const counts = { streams: 0 };
  const catalog = {
    async *streamIdentities() {
      counts.streams++;
      yield items.toSorted((a, b) => b.year - a.year || (a.number < b.number ? -1 : 1));
    },
    listIdentities: async (ids: readonly number[]) => items.filter(({ id }) => ids.includes(id)),
  };
  const listItems = async ({ catalog: since }: { readonly catalog: number }) =>
    changes.filter((change) => change.version > since).map(({ id }) => id);
  const index = new IdentityIndex<Item>(
    identitySource(catalog, { listItems }, ({ year }) => year),
    (item) => item,
  );
  return {
    counts,
    change(item: Item): void {
      const at = items.findIndex(({ id }) => id === item.id);
      items.splice(at === -1 ? items.length : at, at === -1 ? 0 : 1, item);
      changes.push({ version: ++version, id: item.id });
    },
    search: async (typed: string) => (await index.search(typed, 9, 0, version)).items.map(({ number }) => number),
    find: async (number: string) => (await index.findAll([number], version)).get(number)?.name,
  };
}

const CASTLE: Item = { id: 1, number: '10-1', name: 'Castle', year: 2020 };
const TOWER: Item = { id: 2, number: '20-1', name: 'Tower', year: 2020 };

describe('IdentityIndex', () => {
  it('finds changed items by their new texts alone, without reading the catalog again', async () => {
    const catalog = catalogOf(CASTLE, TOWER);
    expect(await catalog.search('castle')).toEqual(['10-1']);
    catalog.change({ ...TOWER, name: 'Castle Gate' });
    expect(await catalog.search('castle')).toEqual(['10-1', '20-1']);
    expect(await catalog.search('gate')).toEqual(['20-1']);
    expect(await catalog.search('tower')).toEqual([]);
    catalog.change({ ...CASTLE, name: 'Harbour' });
    expect(await catalog.search('castle')).toEqual(['20-1']);
    expect(await catalog.find('10-1')).toBe('Harbour');
    expect(catalog.counts.streams).toBe(1);
  });

  it('reads all for a new item and for one that gets another place', async () => {
    const catalog = catalogOf(CASTLE, TOWER);
    await catalog.search('castle');
    catalog.change({ id: 3, number: '30-1', name: 'Castle', year: 2024 });
    expect(await catalog.search('castle')).toEqual(['30-1', '10-1']);
    catalog.change({ ...CASTLE, year: 2025 });
    expect(await catalog.search('castle')).toEqual(['10-1', '30-1']);
    expect(catalog.counts.streams).toBe(3);
  });

  it('is built again when very many have changed', async () => {
    const many = Array.from({ length: 600 }, (_, n) => ({ id: n, number: `${n}-1`, name: 'Brick', year: 2020 }));
    const catalog = catalogOf(...many);
    await catalog.search('brick');
    for (const item of many) catalog.change({ ...item, name: 'Stone' });
    expect(await catalog.search('stone')).toHaveLength(9);
    expect(catalog.counts.streams).toBe(2);
  });
});
