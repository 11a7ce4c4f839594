import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { IdentityError } from '@brickmarket/identity';
import { PasswordHasher } from '@brickmarket/operations/identity';
import { type Options, hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// Argon2id as OWASP recommends it: 19 MiB, two passes. About 50 ms of one processor.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More would wait too long; they are rejected. */
const MAX_WAITING = 64;

/** A few at a time: each takes memory and a thread. */
export class Argon2Hasher extends PasswordHasher {
  private readonly limit = pLimit(Math.max(1, availableParallelism() - 1));
  /** Verified for unknown addresses, to take the same time. */
  private readonly dummy = hash(randomBytes(32), OPTIONS);

  hash(password: string): Promise<string> {
    return this.run(() => hash(password.normalize('NFC'), OPTIONS));
  }

  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const known = passwordHash ?? (await this.dummy);
    const isRight = await this.run(() => verify(known, password.normalize('NFC')));
    return isRight && passwordHash !== null;
  }

  private run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.limit.pendingCount >= MAX_WAITING)
      throw new IdentityError('Overloaded', 'Too many people are signing in at this moment. Please try again.', {
        retryAfterSeconds: 2,
      });
    return this.limit(work);
  }
}
