import type { ItemChanges, MinifigCatalog, SetCatalog } from '@brickmarket/persistence-ports';
import { JsonDocument } from '../fast-path/json-bytes.ts';
import {
  type DataStamp,
  VersionedCache,
  CachedDocuments,
  ChangedNumbers,
  DocumentCache,
  setNumbersFinding,
} from './document-cache.ts';

const stamp = (catalog: number, retail = 0, day = '2026-11-15'): DataStamp => ({
  versions: { catalog, market: 0, retail },
  day,
});

describe('VersionedCache', () => {
  const value = { title: 'kept' };

  function holding(key: string, at: DataStamp): VersionedCache<object> {
    const cache = new VersionedCache<object>(['catalog'], new Map());
    cache.get(at, key);
    cache.set(at, key, value);
    return cache;
  }

  it('serves what was kept for the same data', () => {
    expect(holding('a', stamp(1)).get(stamp(1), 'a')).toBe(value);
  });
  it('forgets everything when the data it depends on changes', () => {
    expect(holding('a', stamp(1)).get(stamp(2), 'a')).toBeUndefined();
  });
  it('is not disturbed by data it does not depend on', () => {
    expect(holding('a', stamp(1)).get(stamp(1, 7), 'a')).toBe(value);
  });
  it('forgets everything when the day ends', () => {
    expect(holding('a', stamp(1)).get(stamp(1, 0, '2026-11-16'), 'a')).toBeUndefined();
  });
  it('does not keep what was read for older data than it has seen', () => {
    const cache = new VersionedCache<object>(['catalog'], new Map());
    cache.get(stamp(1), 'a');
    cache.get(stamp(2), 'a');
    cache.set(stamp(1), 'a', value);
    expect(cache.get(stamp(2), 'a')).toBeUndefined();
  });
  it('may serve newer data than a request was admitted with, never older', () => {
    expect(holding('a', stamp(2)).get(stamp(1), 'a')).toBe(value);
  });
});

const MB = 1_048_576;

/** Documents of so many characters, and what was read to make them. */
function documentsOf(memory: DocumentCache, text: string): { documents: CachedDocuments<object>; read: string[] } {
  const read: string[] = [];
  const documents = new CachedDocuments<object>({
    memory,
    dependsOn: ['catalog'],
    maxWaitMs: 60_000,
    readAll: (asked) => {
      read.push(...asked);
      return Promise.resolve(asked.map((number) => ({ number })));
    },
    present: (item) => JsonDocument.of({ ...item, text }),
  });
  return { documents, read };
}

describe('kept documents', () => {
  it('of all kinds together stay within the limit, and the least recently used are evicted', async () => {
    const memory = new DocumentCache({ documentCacheMb: 1 });
    const kinds = [documentsOf(memory, 'a'.repeat(20_000)), documentsOf(memory, 'ж'.repeat(10_000))];
    for (let n = 0; n < 100; n++) for (const { documents } of kinds) await documents.find(String(n), stamp(1));
    expect(memory.usedBytes).toBeLessThanOrEqual(MB);
    expect(memory.usedBytes).toBeGreaterThan(0.9 * MB);
    for (const { documents, read } of kinds) {
      read.length = 0;
      await documents.find('99', stamp(1));
      await documents.find('0', stamp(1));
      expect(read).toEqual(['0']);
    }
  });

  it('count as many bytes as are sent', async () => {
    for (const [text, bytes] of [
      ['é'.repeat(10_000), 20_000],
      [`${'a'.repeat(9_999)}ж`, 10_001],
    ] as const) {
      const memory = new DocumentCache({ documentCacheMb: 1 });
      await documentsOf(memory, text).documents.find('1', stamp(1));
      expect(memory.usedBytes).toBeGreaterThan(bytes);
      expect(memory.usedBytes).toBeLessThan(bytes + 1_500);
    }
  });

  it('are bounded while the data changes again and again', async () => {
    const memory = new DocumentCache({ documentCacheMb: 1 });
    const { documents, read } = documentsOf(memory, 'a'.repeat(20_000));
    for (let version = 1; version <= 200; version++) await documents.find('1', stamp(version));
    expect(memory.usedBytes).toBeLessThanOrEqual(MB);
    expect(read).toHaveLength(200);
  });

  it('larger than all the memory there is are answered and not kept', async () => {
    const memory = new DocumentCache({ documentCacheMb: 1 });
    const { documents } = documentsOf(memory, 'a'.repeat(2 * MB));
    expect((await documents.find('1', stamp(1)))?.json.length).toBeGreaterThan(2 * MB);
    expect(memory.usedBytes).toBe(0);
  });

  it('of one kind are never taken for those of another', async () => {
    const memory = new DocumentCache({ documentCacheMb: 1 });
    const [a, b] = [documentsOf(memory, 'a'), documentsOf(memory, 'b')];
    expect((await a.documents.find('1', stamp(1)))?.json).toContain('"text":"a"');
    expect((await b.documents.find('1', stamp(1)))?.json).toContain('"text":"b"');
  });
});

/** Changes of sets alone, whose numbers are their ids. */
const changesOf = (listItems: (since: { catalog?: number }) => readonly number[] | null): ChangedNumbers =>
  new ChangedNumbers(
    { listItems: async (since: { catalog?: number }) => listItems(since) } as unknown as ItemChanges,
    {
      findNames: async (ids: readonly number[]) => new Map(ids.map((id) => [id, { setNumber: `${id}-1`, title: '' }])),
    } as unknown as SetCatalog,
    { listIdentities: async () => [] } as unknown as MinifigCatalog,
  );

describe('documents of sets, when data changes', () => {
  /** Sets by id that have changed since a version of the catalog; null: not known. */
  let changed: (catalog: number) => readonly number[] | null;
  let titles: Map<string, string>;
  let read: string[];
  let lists: number;
  let documents: CachedDocuments<{ readonly setNumber: string; readonly title: string }>;
  const textOf = async (asked: string, at: DataStamp): Promise<string> =>
    JSON.parse((await documents.find(asked, at))!.json) as string;

  beforeEach(() => {
    changed = () => [];
    titles = new Map([
      ['7-1', 'seven'],
      ['8-1', 'eight'],
    ]);
    read = [];
    lists = 0;
    const numbers = changesOf(({ catalog }) => {
      lists++;
      return changed(catalog!);
    });
    documents = new CachedDocuments({
      memory: new DocumentCache({ documentCacheMb: 1 }, numbers),
      dependsOn: ['catalog'],
      maxWaitMs: 60_000,
      readAll: async (asked) => {
        read.push(...asked);
        return asked.map((number) => {
          const setNumber = number.includes('-') ? number : `${number}-1`;
          return { setNumber, title: titles.get(setNumber)! };
        });
      },
      present: ({ title }) => JsonDocument.of(title),
      keysOf: ({ setNumber }) => setNumbersFinding(setNumber),
    });
  });

  it('reads only the changed set again, under both of its numbers', async () => {
    for (const asked of ['7', '7-1', '8', '8-1']) await textOf(asked, stamp(1));
    titles.set('7-1', 'new');
    changed = (catalog) => (catalog === 1 ? [7] : null);
    read.length = 0;
    expect(await Promise.all(['7', '7-1', '8', '8-1'].map((asked) => textOf(asked, stamp(2))))).toEqual([
      'new',
      'new',
      'eight',
      'eight',
    ]);
    expect(read).toEqual(['7', '7-1']);
    expect(lists).toBe(1);
  });

  it('reads everything again when it is not known what has changed, and on another day', async () => {
    await textOf('8-1', stamp(1));
    changed = () => null;
    await textOf('8-1', stamp(2));
    await textOf('8-1', stamp(2, 0, '2026-11-16'));
    expect(read).toEqual(['8-1', '8-1', '8-1']);
  });

  it('reads again after any change what was asked for by an earlier number', async () => {
    const earlier = new CachedDocuments({
      memory: new DocumentCache(
        { documentCacheMb: 1 },
        changesOf(() => [7]),
      ),
      dependsOn: ['catalog'],
      maxWaitMs: 60_000,
      readAll: async (asked) => {
        read.push(...asked);
        return asked.map(() => ({ setNumber: '8-1' }));
      },
      present: () => JsonDocument.of(''),
      keysOf: ({ setNumber }: { setNumber: string }) => setNumbersFinding(setNumber),
    });
    await earlier.find('old-1', stamp(1));
    await earlier.find('old-1', stamp(1));
    await earlier.find('old-1', stamp(2));
    expect(read).toEqual(['old-1', 'old-1']);
  });
});
