import { parse } from 'node:querystring';

export const FRAGMENT_REFUSED = 'a request target has no fragment: write # as %23';

/** Whether a request target holds a raw `#`, at which the router would begin the query. */
export function hasFragment(target: string): boolean {
  return target.includes('#');
}

/** Set on a parsed query that is not percent-encoded UTF-8: what could not be decoded stands in it as it came. */
const UNDECODABLE = Symbol('undecodable');

export type Query = Record<string, string | string[]> & { readonly [UNDECODABLE]?: true };

/**
 * Parses the query as the router has cut it from the target; handlers and checks see only this. Encoding faults are kept
 * until the key was checked.
 */
export function parseQuery(raw: string): Query {
  // 0: every parameter is parsed, or those beyond a limit would pass unchecked.
  const query = parse(raw, '&', '=', { maxKeys: 0 }) as Query;
  return isDecodable(raw) ? query : Object.assign(query, { [UNDECODABLE]: true as const });
}

export function isUndecodable(query: Query): boolean {
  return query[UNDECODABLE] === true;
}

function isDecodable(raw: string): boolean {
  if (!raw.includes('%')) return true;
  try {
    decodeURIComponent(raw);
    return true;
  } catch {
    return false;
  }
}
