import { barcodeKey } from '@brickmarket/domain';
import { RetailWatch, type WatchFilter } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import type { JsonPieces } from '../../http/json-document.ts';
import { QueryInstant, QueryList } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailRow } from './retail-row.presenter.ts';
import { watchRows } from './retail-watch.presenter.ts';

/** A span of time up to now: so many minutes, hours or days. */
export const CHANGE_WINDOW = /^\d+[mhd]$/;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The first moment that every part of the service can count; a longer window reaches back to it. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/** When a window (`30m`, `3h`, `7d`) that ends now begins. However long it is, the answer is a moment. */
export function changeWindowStart(window: string, now: Date): Date {
  const unitMs = UNIT_MS[window.at(-1) as keyof typeof UNIT_MS];
  return new Date(Math.max(now.getTime() - Number(window.slice(0, -1)) * unitMs, EARLIEST_MS));
}

/** Which of the caller's held sets to return. All that are given apply together. */
export class RetailWatchQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: CHANGE_WINDOW.source,
    example: '24h',
    description:
      'Only sets whose price at either retailer changed within the last so many minutes (m), hours (h) or days (d).',
  })
  @IsOptional()
  @Matches(CHANGE_WINDOW, { message: '$property must be digits followed by m, h or d, like 30m, 3h or 7d' })
  changed_within?: string;

  @QueryInstant({ description: 'Only sets whose price at either retailer changed then or later.' })
  since?: Date;

  @QueryList({
    description: "One of the retailer's product identifiers, or several with a comma between them.",
    example: 'B00EXAMPLE,B01EXAMPLE',
  })
  asin?: readonly string[];

  @QueryList({
    description: 'One UPC or EAN, or several with a comma between them, with or without leading zero.',
    example: '036000291452,4006381333931',
  })
  upc?: readonly string[];
}

/** What a watch query asks of storage. Of a window and a moment the later beginning counts: both apply. */
export function watchFilter(query: RetailWatchQuery, now: Date): WatchFilter {
  const beginnings = [
    query.since,
    query.changed_within === undefined ? undefined : changeWindowStart(query.changed_within, now),
  ];
  const given = beginnings.filter((moment) => moment !== undefined).map((moment) => moment.getTime());
  return {
    changedSince: given.length === 0 ? null : new Date(Math.max(...given)),
    asins: query.asin?.map((asin) => asin.toUpperCase()) ?? null,
    // What is no barcode names nothing; a list of only such matches no set.
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
      'One row for each set the caller owns or lists and a retailer carries, the latest change first, then by ' +
      'set number. All filters that are given apply together. `paid` is always present.',
    data: [RetailRow],
    scope: 'caller',
  })
  async listRetailWatch(@Query() query: RetailWatchQuery, @Admitted() request: AdmittedRequest): Promise<JsonPieces> {
    const held = await this.watch.listWatched(request.accountId, watchFilter(query, request.now));
    return watchRows(held, this.documents, request);
  }
}
