import { inPortions } from './in-portions.ts';

describe('work in portions', () => {
  it('does every portion once, a few at a time, and gives the results in the order of the list', async () => {
    const items = Array.from({ length: 1_234 }, (_, index) => index);
    const sizes: number[] = [];
    let inProgress = 0;
    let most = 0;
    const results = await inPortions(items, { size: 200, concurrent: 3 }, async (portion) => {
      most = Math.max(most, ++inProgress);
      sizes.push(portion.length);
      // The first portion is done last.
      await new Promise((resolve) => setTimeout(resolve, portion[0] === 0 ? 20 : 1));
      inProgress--;
      return portion.map((item) => -item);
    });
    expect(results).toEqual(items.map((item) => -item));
    expect(sizes).toEqual([200, 200, 200, 200, 200, 200, 34]);
    expect(most).toBe(3);
  });

  it('fails as a whole when a portion does, and does nothing for an empty list', async () => {
    const fail = (): Promise<readonly number[]> => Promise.reject(new Error('gone'));
    await expect(inPortions([1, 2], { size: 1, concurrent: 3 }, fail)).rejects.toThrow('gone');
    await expect(inPortions([], { size: 1, concurrent: 3 }, fail)).resolves.toEqual([]);
  });
});
