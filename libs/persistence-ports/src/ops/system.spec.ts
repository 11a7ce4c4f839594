import { timelineOf, versionIn } from './system.ts';

describe('versions', () => {
  it('are the count of changes in the first timeline', () => {
    expect([versionIn(1, 0), versionIn(1, 1_234)]).toEqual([0, 1_234]);
  });

  it.each([
    [1, 10_000_000_000],
    [2, 0],
    [77, 12],
    [10_000, 10_000_000_000],
  ])('of timeline %d and %d changes say both, and are smaller than all of the next timeline', (timeline, changes) => {
    const version = versionIn(timeline, changes);
    expect(timelineOf(version)).toEqual({ timeline, changes });
    expect(Number.isSafeInteger(version)).toBe(true);
    expect(versionIn(timeline + 1, 0)).toBeGreaterThan(version);
  });
});
