import { httpFault, jsonOf } from '../shared/calls.ts';
import type { Desk } from '../shared/source.ts';
import { SourceFault } from '../shared/source-fault.ts';

const TITLE = 'Brickset';
/** More is cut off by Brickset. */
export const PAGE_SIZE = 500;
const TIMEOUT_MS = 60_000;

/** A set as it came. Unknown things are absent or `{}`. */
export type BricksetSet = Readonly<Record<string, unknown>>;

export interface SetPage {
  readonly matches: number;
  readonly sets: readonly BricksetSet[];
}

/** Sets of a year, or those updated since a day. Page and size belong to `params`: elsewhere they are ignored. */
export function fetchSets(
  filter: { readonly year: string } | { readonly updatedSince: string },
  pageNumber: number,
  desk: Desk,
): Promise<SetPage> {
  const url = new URL(`${desk.settings.address.replace(/\/+$/, '')}/getSets`);
  url.search = new URLSearchParams({
    apiKey: desk.secrets['api-key']!,
    userHash: '',
    params: JSON.stringify({ ...filter, orderBy: 'Number', pageSize: PAGE_SIZE, pageNumber }),
  }).toString();
  return desk.call({ url, timeoutMs: TIMEOUT_MS }, (response) => {
    const fault = httpFault(TITLE, response);
    if (fault !== null) throw fault;
    return pageOf(jsonOf(TITLE, response));
  });
}

interface Answer {
  readonly status?: unknown;
  readonly message?: unknown;
  readonly matches?: unknown;
  readonly sets?: unknown;
}

/** Errors come with HTTP 200. */
function pageOf(answer: unknown): SetPage {
  const { status, message, matches, sets = [] } = (answer ?? {}) as Answer;
  if (status !== 'success') throw faultOf(typeof message === 'string' ? message : 'nothing');
  if (!Array.isArray(sets) || !sets.every((set) => typeof set === 'object' && set !== null))
    throw new SourceFault('nonsense', `${TITLE} sent no list of sets`);
  return { matches: Number(matches ?? sets.length), sets };
}

function faultOf(message: string): SourceFault {
  const said = `${TITLE} answered: ${message}`;
  if (/limit exceeded/i.test(message)) return new SourceFault('exhausted', `${said}. It allows more tomorrow`);
  if (/invalid (api ?key|user ?hash)/i.test(message))
    return new SourceFault('key-refused', `${said}. Add the source again with the right key`);
  return new SourceFault(/parameter/i.test(message) ? 'rejected' : 'nonsense', said);
}
