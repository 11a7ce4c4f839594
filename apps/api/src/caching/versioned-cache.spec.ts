import { type DataStamp, VersionedCache } from './versioned-cache.ts';

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
