import { NotFoundError } from '@brickmarket/domain';
import type { ApiKeyRecord, ApiKeyStore } from '@brickmarket/persistence-ports';

const MAX_ID = 2_147_483_647;

/** Revokes a key for good. Once this resolves, no request is admitted with it. */
export async function revokeApiKey(keys: ApiKeyStore, id: number): Promise<ApiKeyRecord> {
  const revoked = id <= MAX_ID ? await keys.revoke(id) : null;
  if (revoked === null) throw new NotFoundError(`there is no key ${id}`);
  return revoked;
}
