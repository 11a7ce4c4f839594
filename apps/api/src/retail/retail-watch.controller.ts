import { parseIsoDay } from '@brickmarket/domain';
import { RetailWatch } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { presentRetailRow } from './retail-row.presenter.ts';
import type { RetailRow } from './retail-row.response.ts';
import { RetailWatchQuery } from './retail-watch.query.ts';
import { watchFilter } from './watch-filter.ts';

@Controller(`${V1}/brickfolio/retail-watch`)
export class RetailWatchController {
  constructor(private readonly watch: RetailWatch) {}

  @Get()
  @QuotaCost(1)
  async listRetailWatch(@Query() query: RetailWatchQuery, @Admitted() request: AdmittedRequest): Promise<readonly RetailRow[]> {
    const today = parseIsoDay(request.day)!;
    const held = await this.watch.listHeld(request.accountId, watchFilter(query, request.now));
    return held.map((listing) => presentRetailRow(listing, today, listing));
  }
}
