import { NotFoundError } from '@brickmarket/domain';
import type { ApiKeyRecord, ApiKeyStore } from '@brickmarket/persistence-ports';
import { readDailyLimit } from './create-api-key.ts';

const MAX_ID = 2_147_483_647;

/** Revokes a key for good. Once this resolves, no request is admitted with it. */
export function revokeApiKey(keys: ApiKeyStore, id: number): Promise<ApiKeyRecord> {
  return changeKey(id, () => keys.revoke(id));
}

/** Gives a key another daily limit, from its next request on. What it has used today stays counted. */
export async function setDailyLimit(keys: ApiKeyStore, id: number, limit: number): Promise<ApiKeyRecord> {
  const dailyLimit = readDailyLimit(limit);
  return changeKey(id, () => keys.changeDailyLimit(id, dailyLimit));
}

async function changeKey(id: number, change: () => Promise<ApiKeyRecord | null>): Promise<ApiKeyRecord> {
  const changed = id <= MAX_ID ? await change() : null;
  if (changed === null) throw new NotFoundError(`there is no key ${id}`);
  return changed;
}
