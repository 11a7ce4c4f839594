import { isApiKeyFormat } from '@brickmarket/domain';
import { ApiError } from '../http/api-error.ts';

const BEARER = /^bearer(?:\s+(.*))?$/i;

/** The key in an Authorization header. Throws `MissingApiKey` without a bearer header, `InvalidApiKey` when it holds no possible key. */
export function bearerKey(authorization: string | undefined): string {
  const match = BEARER.exec(authorization?.trim() ?? '');
  if (!match) throw new ApiError(401, 'MissingApiKey', 'send your API key as "Authorization: Bearer <API_KEY>"');
  const key = match[1] ?? '';
  if (!isApiKeyFormat(key)) throw invalidApiKey();
  return key;
}

/** One answer for unknown, expired and revoked keys: which of them it is, is nobody's business. */
export function invalidApiKey(): ApiError {
  return new ApiError(401, 'InvalidApiKey', 'this API key is not valid');
}
