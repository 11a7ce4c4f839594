import type { DataKind } from '@brickmarket/persistence-ports';
import { VersionedCache } from './versioned-cache.ts';

describe('a versioned cache', () => {
  let versions: Record<DataKind, number>;
  let cache: VersionedCache<number>;
  let computed: number;
  const read = (key = 'all') => cache.read(key, async () => ++computed);

  beforeEach(() => {
    versions = { catalog: 1, market: 1, retail: 1 };
    computed = 0;
    const listDataChanges = async () =>
      Object.entries(versions).map(([kind, version]) => ({ kind: kind as DataKind, version, changedAt: null }));
    cache = new VersionedCache({ listDataChanges }, ['market'], 2);
  });

  it('computes each key once for each version, also for requests at the same time', async () => {
    expect(await Promise.all([read(), read(), read('other'), read('other')])).toEqual([1, 1, 2, 2]);
    versions.retail++;
    expect(await read()).toBe(1);
    versions.market++;
    expect(await read()).toBe(3);
  });

  it('computes again after a failure', async () => {
    await expect(cache.read('all', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(await read()).toBe(1);
  });

  it('keeps a bounded number of results', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await read(key);
    expect(await read('a')).toBe(5);
  });
});
