import { barcodeKey } from '@brickmarket/domain';
import { Omittable } from '@brickmarket/extension';
import { type WatchedSet, RetailWatch, type WatchFilter } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import type { DataStamp } from '../../caching/document-cache.ts';
import { V1 } from '../../http/contract.ts';
import { JsonPieces, separated } from '../../fast-path/json-bytes.ts';
import { QueryInstant, QueryList } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailRow } from './retail-row.presenter.ts';

/** About a millisecond of work. */
const ROWS_PER_TURN = 250;

/** Shared cached rows with private prices, in slices. Excludes sets listed after admission. */
export async function watchRows(
  watched: readonly WatchedSet[],
  documents: RetailDocuments,
  request: DataStamp & Pick<AdmittedRequest, 'turn'>,
): Promise<JsonPieces> {
  const slices: Buffer[][] = [];
  for (let from = 0; from < watched.length; from += ROWS_PER_TURN) {
    await request.turn();
    const some = watched.slice(from, from + ROWS_PER_TURN);
    const rows = await documents.ofSets(
      some.map(({ setNumber }) => setNumber),
      request,
    );
    const listed = some.flatMap(({ averageCostCents }, index) => {
      const row = rows[index];
      return row ? [row.withPaid(averageCostCents)] : [];
    });
    if (listed.length > 0) slices.push([Buffer.concat(separated(listed))]);
  }
  // Sending hundreds of kilobytes is a separate slice.
  await request.turn();
  return new JsonPieces([Buffer.from('['), ...separated(slices), Buffer.from(']')]);
}

/** Minutes, hours or days until now. */
export const CHANGE_WINDOW = /^\d+[mhd]$/;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Earliest instant of both PostgreSQL and JavaScript; longer windows start here. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

const lengthOf = (window: string): number =>
  Number(window.slice(0, -1)) * UNIT_MS[window.at(-1) as keyof typeof UNIT_MS];

/** Accepts `30m`, `3h`, `7d`. Always a valid date. */
export function changeWindowStart(window: string, now: Date): Date {
  return new Date(Math.max(now.getTime() - lengthOf(window), EARLIEST_MS));
}

/** Last instant at which a change is in the window; null: without end. */
function leavesWindowAt(changedAt: Date, window: string | undefined): Date | null {
  if (window === undefined) return null;
  const last = new Date(changedAt.getTime() + lengthOf(window));
  return Number.isNaN(last.getTime()) ? null : last;
}

/** Filters are combined with AND. */
export class RetailWatchQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: CHANGE_WINDOW.source,
    example: '24h',
    description: 'Only sets whose price changed within these minutes (m), hours (h) or days (d), such as 90m.',
  })
  @Omittable()
  @Matches(CHANGE_WINDOW, { message: '$property must be digits followed by m, h or d, like 30m, 3h or 7d' })
  changed_within?: string;

  @QueryInstant({ description: 'Only sets whose price changed at this time or later.' })
  since?: Date;

  @QueryList({
    description: 'Product identifiers at the retailer, separated by commas.',
    example: 'B00EXAMPLE,B01EXAMPLE',
  })
  asin?: readonly string[];

  @QueryList({
    description: 'UPCs or EANs, separated by commas, with or without leading zero.',
    example: '036000291452,4006381333931',
  })
  upc?: readonly string[];
}

/** The later of window and instant counts. */
function watchFilter(query: RetailWatchQuery, now: Date): WatchFilter {
  const beginnings = [
    query.since,
    query.changed_within === undefined ? undefined : changeWindowStart(query.changed_within, now),
  ];
  const given = beginnings.filter((moment) => moment !== undefined).map((moment) => moment.getTime());
  return {
    changedSince: given.length === 0 ? null : new Date(Math.max(...given)),
    asins: query.asin?.map((asin) => asin.toUpperCase()) ?? null,
    // Other texts than barcodes match no set; a list of only such finds nothing.
    barcodeKeys: query.upc?.map(barcodeKey).filter((key) => key !== null) ?? null,
  };
}

@Controller(`${V1}/brickfolio/retail-watch`)
export class RetailWatchController {
  constructor(
    private readonly watch: RetailWatch,
    private readonly documents: RetailDocuments,
  ) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: "Retail prices of the caller's holdings",
    description:
      'One row for each set that the caller owns or lists and a retailer sells: latest change ' +
      'first, then by set number. Filters apply together. `paid` is always present.',
    data: [RetailRow],
    scope: 'books',
  })
  async listRetailWatch(@Query() query: RetailWatchQuery, @Admitted() request: AdmittedRequest): Promise<JsonPieces> {
    const { sets, oldestChangeAt } = await this.watch.listWatched(request.accountId, watchFilter(query, request.now));
    const { pieces } = await watchRows(sets, this.documents, request);
    return new JsonPieces(pieces, oldestChangeAt && leavesWindowAt(oldestChangeAt, query.changed_within));
  }
}
