import { json, type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

const BASE = '/api/v3.asmx';
export const BRICKSET_KEY = '3-Abcd-Efgh-ijkl0123';
const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 500;

/** A set of the stand-in. What is unknown is absent. */
export interface BricksetFacts {
  readonly number: string;
  readonly year: number;
  readonly lastUpdated: string;
  readonly usd?: number;
  readonly launchDate?: string;
  readonly exitDate?: string;
  readonly ean?: string;
  /** One shop's last day, which is not the set's. */
  readonly shopEnds?: string;
}

/** Brickset's API, version 3: every answer is HTTP 200. */
export class BricksetStandIn extends StandIn {
  limit = 100;
  readonly sets: BricksetFacts[] = [];
  /** Calls of getSets by UTC day. */
  readonly calls = new Map<string, number>();

  get address(): string {
    return `${this.origin}${BASE}`;
  }

  protected answer({ method, path, query, body }: SourceRequest): SourceAnswer {
    const given = method === 'POST' ? new URLSearchParams(body) : query;
    if (path !== `${BASE}/getSets`) return { status: 404, body: '<html>Not Found</html>' };
    if (given.get('apiKey') !== BRICKSET_KEY) return failure('Invalid API key');
    const day = this.now.toISOString().slice(0, 10);
    const calls = (this.calls.get(day) ?? 0) + 1;
    this.calls.set(day, calls);
    if (calls > this.limit) return failure('API limit exceeded');
    if (!given.has('userHash')) return failure('parameter error');
    const params = readParams(given.get('params') ?? '');
    if (params === null) return failure('parameter error');
    const years = textOf(params['year']).split(',').filter(Boolean);
    const since = textOf(params['updatedSince']);
    if (years.length === 0 && since === '' && !params['query']) return failure('no valid parameters');
    const found = this.sets
      .filter(({ year, lastUpdated }) => (years.length === 0 || years.includes(String(year))) && lastUpdated >= since)
      .toSorted((a, b) => Number(a.number.split('-')[0]) - Number(b.number.split('-')[0]));
    const size = Math.min(LARGEST_SIZE, Number(params['pageSize'] ?? DEFAULT_SIZE));
    const page = Number(params['pageNumber'] ?? 1);
    const sets = found.slice((page - 1) * size, page * size).map(setOf);
    return json({ status: 'success', matches: found.length, sets });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function failure(message: string): SourceAnswer {
  return json({ status: 'error', message });
}

/** JSON, of which keys may lack their quotes. */
function readParams(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text.replaceAll(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function setOf({ number, year, lastUpdated, usd, launchDate, exitDate, ean, shopEnds }: BricksetFacts): object {
  const [base, variant] = number.split('-');
  return {
    ...{ setID: Number(base), number: base, numberVariant: Number(variant), name: `Set ${number}`, year },
    ...{ theme: 'Icons', category: 'Normal', released: true, lastUpdated },
    ...(launchDate !== undefined && { launchDate: `${launchDate}T00:00:00Z` }),
    ...(exitDate !== undefined && { exitDate: `${exitDate}T00:00:00Z` }),
    LEGOCom: {
      US: {
        ...(usd !== undefined && { retailPrice: usd }),
        dateLastAvailable: shopEnds === undefined ? '' : `${shopEnds}T00:00:00Z`,
      },
      CA: {},
    },
    dimensions: usd === undefined ? {} : { height: 38.2, width: 26.2, depth: 7.1, weight: 0.76 },
    barcode: ean === undefined ? {} : { EAN: ean },
    ageRange: {},
    packagingType: '{Not specified}',
  };
}
