import { ConflictError } from '@brickmarket/domain';
import type { AccountAtEpoch } from '@brickmarket/persistence-ports';
import type { Repositories } from '../repositories.ts';

/** Delays a raise of the epoch until commit. ConflictError: already raised. */
export async function holdEpoch({ query }: Repositories, { accountId, epoch }: AccountAtEpoch): Promise<void> {
  const [held] = await query<{ epoch: number }>('SELECT identity.lock_epoch($1) AS epoch', [accountId]);
  if (held!.epoch !== epoch)
    throw new ConflictError('The account was changed, or its sessions were ended, at this moment. Please try again.');
}

/** Voids everything pending at commit. */
export async function raiseEpoch({ query }: Repositories, accountId: number): Promise<void> {
  await query('SELECT identity.raise_epoch($1)', [accountId]);
}
