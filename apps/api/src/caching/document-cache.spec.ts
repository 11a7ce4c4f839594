import { JsonDocument } from '../fast-path/json-bytes.ts';
import { type DataStamp, VersionedCache, CachedDocuments, DocumentCache } from './document-cache.ts';

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
