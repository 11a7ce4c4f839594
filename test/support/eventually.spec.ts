import { eventually, inTime } from './eventually.ts';

describe('eventually', () => {
  it('returns the first truthy answer', async () => {
    const answers = [0, null, 7, 8];
    expect(await eventually('a number', () => answers.shift(), { everyMs: 1 })).toBe(7);
  });

  it('fails with what it waited for instead of waiting for ever', async () => {
    await expect(eventually('the worker is back', async () => false, { withinMs: 5, everyMs: 1 })).rejects.toThrow(
      'not within 0.005 s: the worker is back',
    );
  });

  it('ends with an error of the check at once', async () => {
    await expect(eventually('ready', () => Promise.reject(new Error('the service ended')))).rejects.toThrow(
      'the service ended',
    );
  });
});

describe('inTime', () => {
  it('gives the outcome of what settles', async () => {
    expect(await inTime('an answer', Promise.resolve(7))).toBe(7);
    await expect(inTime('an answer', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('fails with what it waited for when that never settles', async () => {
    await expect(inTime('the exit', new Promise(() => undefined), { withinMs: 5 })).rejects.toThrow(
      'not within 0.005 s: the exit',
    );
  });
});
