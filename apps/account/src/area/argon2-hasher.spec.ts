import { availableParallelism } from 'node:os';
import { IdentityError } from '@brickmarket/identity';
import { Argon2Hasher } from './argon2-hasher.ts';

describe('passwords by Argon2id', () => {
  it('verifies what it has hashed, however the characters are composed, and nothing else', async () => {
    const hasher = new Argon2Hasher();
    const stored = await hasher.hash('caf\u00e9 au lait');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, 'cafe\u0301 au lait')).toBe(true);
    expect(await hasher.verify(stored, 'cafe au lait')).toBe(false);
    expect(await hasher.verify(null, '')).toBe(false);
  });

  it('computes a hash for an unknown address too: too many of them at once are refused as others are', async () => {
    const hasher = new Argon2Hasher();
    // One more than may run and wait; all are there before the first has ended.
    const tooMany = Math.max(1, availableParallelism() - 1) + 64 + 1;
    const answers = await Promise.allSettled(
      Array.from({ length: tooMany }, () => hasher.verify(null, 'a guess of somebody')),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(tooMany - 1);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'Overloaded' } });
    expect((answers.at(-1) as PromiseRejectedResult).reason).toBeInstanceOf(IdentityError);
  });
});
