import { ConflictError } from '@brickmarket/domain';
import type { AccountAtEpoch } from '@brickmarket/persistence-ports';
import type { Repositories } from '../repositories.ts';

/**
 * Keeps the epoch of an account as it is until the transaction ends: a transaction that raises it waits, and ends what
 * this one has stored. Throws ConflictError when it has been raised already.
 */
export async function holdEpoch({ query }: Repositories, { accountId, epoch }: AccountAtEpoch): Promise<void> {
  const [held] = await query<{ epoch: number }>('SELECT identity.lock_epoch($1) AS epoch', [accountId]);
  if (held!.epoch !== epoch)
    throw new ConflictError('The account was changed, or its sessions were ended, at this moment. Please try again.');
}

/** Ends everything that is pending for an account, when the transaction commits. */
export async function raiseEpoch({ query }: Repositories, accountId: number): Promise<void> {
  await query('SELECT identity.raise_epoch($1)', [accountId]);
}
