import { randomUUID } from 'node:crypto';
import { excerptOf, httpFault, jsonOf, type SourceResponse } from '../shared/calls.ts';
import type { Desk } from '../shared/source.ts';
import { SourceFault } from '../shared/source-fault.ts';
import { authorizationOf } from './oauth.ts';

const TITLE = 'BrickLink';

/** A row of the guide as it came. */
export type GuideRow = Readonly<Record<string, unknown>>;

/** Sales of six months, at most. Item: `SET/75192-1/N`. */
export function fetchSold(item: string, desk: Desk): Promise<readonly GuideRow[]> {
  const [type, no, condition] = item.split('/') as [string, string, string];
  const url = urlOf(desk, `/items/${type}/${encodeURIComponent(no)}/price`);
  // The defaults are asking prices, in the currency of the account.
  url.search = new URLSearchParams({
    guide_type: 'sold',
    new_or_used: condition,
    currency_code: 'USD',
    vat: 'N',
  }).toString();
  return get(url, desk, (data) => rowsOf(data, condition));
}

/** A call that succeeds with any good key. */
export async function fetchItem(type: string, no: string, desk: Desk): Promise<void> {
  await get(urlOf(desk, `/items/${type}/${no}`), desk, () => undefined);
}

function urlOf({ settings: { address } }: Desk, path: string): URL {
  return new URL(address.replace(/\/+$/, '') + path);
}

function get<T>(url: URL, desk: Desk, read: (data: Readonly<Record<string, unknown>>) => T): Promise<T> {
  const { secrets, now } = desk;
  const keys = {
    consumerKey: secrets['consumer-key']!,
    consumerSecret: secrets['consumer-secret']!,
    token: secrets['token']!,
    tokenSecret: secrets['token-secret']!,
  };
  const headers = () => ({ authorization: authorizationOf(url, keys, now, randomUUID()) });
  return desk.call({ url, headers }, (response) => read(dataOf(response)));
}

interface Envelope {
  readonly meta?: { readonly code?: unknown; readonly message?: unknown; readonly description?: unknown };
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The code in the body counts first: failures come with HTTP 200 too. */
function dataOf(response: SourceResponse): Readonly<Record<string, unknown>> {
  const isPage = !/^\s*\{/.test(response.body.toString('latin1', 0, 100));
  if (isPage) throw httpFault(TITLE, response) ?? nonsense(response);
  const { meta, data } = jsonOf(TITLE, response) as Envelope;
  const code = Number(meta?.code ?? Number.NaN);
  if (!Number.isInteger(code)) throw httpFault(TITLE, response) ?? nonsense(response);
  if (code >= 300) throw faultOf(code, `${String(meta!.message)}, ${String(meta!.description)}`, response);
  return data ?? {};
}

function nonsense({ body }: SourceResponse): SourceFault {
  return new SourceFault('nonsense', `${TITLE} sent no answer of its API: ${excerptOf(body)}`);
}

function faultOf(code: number, said: string, response: SourceResponse): SourceFault {
  if (code !== 401) return httpFault(TITLE, { ...response, status: code, body: Buffer.from(said) })!;
  if (said.includes('IP_MISMATCHED'))
    return new SourceFault(
      'address-refused',
      `${TITLE} does not allow this machine's address (${said}). Register its address with the access token`,
    );
  if (/TIMESTAMP|CLOCK/i.test(said))
    return new SourceFault('clock-wrong', `${TITLE} refuses the time of this machine (${said}). Set its clock right`);
  return new SourceFault('key-refused', `${TITLE} refuses the key (${said}). Add the source again with the right keys`);
}

function rowsOf(data: Readonly<Record<string, unknown>>, condition: string): readonly GuideRow[] {
  const { new_or_used: answered = condition, currency_code: currency = 'USD', price_detail: rows = [] } = data;
  if (answered !== condition || currency !== 'USD' || !Array.isArray(rows) || !rows.every(isObject))
    throw new SourceFault('nonsense', `${TITLE} answered another question: ${JSON.stringify({ answered, currency })}`);
  return rows;
}

function isObject(row: unknown): row is GuideRow {
  return typeof row === 'object' && row !== null;
}
