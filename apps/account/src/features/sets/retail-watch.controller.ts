import { AccountId } from '@brickmarket/extension';
import { readRetailWatch } from '@brickmarket/operations/sets';
import { StoreClock } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { Ok } from '../../http/declared-answers.ts';
import { digits, pageQuery } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { RetailView, retailView } from './retail-view.ts';
import { SetPages } from './set-area.ts';

const CHANGED_WITHIN_DAYS = [1, 7, 30];
const MARKS = ['flips', 'lows'] as const;

class WatchQuery extends pageQuery(24, 100) {
  @is.OptionalField({ type: 'integer', enum: CHANGED_WITHIN_DAYS })
  @Transform(digits)
  @IsIn(CHANGED_WITHIN_DAYS, { message: `Days are one of ${CHANGED_WITHIN_DAYS.join(', ')}.` })
  changedWithinDays?: number;

  @is.OptionalOneOf(...MARKS)
  @IsIn(MARKS, { message: `Rows are marked as ${MARKS.join(' or ')}.` })
  marked?: (typeof MARKS)[number];
}

class WatchRow {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.WholeOrNull() paidCents!: number | null;
  @is.Part(() => RetailView) retail!: RetailView;
}

class WatchList {
  @is.Parts(() => WatchRow) rows!: readonly WatchRow[];
  @is.Whole() total!: number;
  @is.Whole() flips!: number;
  @is.Whole() lows!: number;
}

@ApiTags('Sets')
@Controller('account/api/retail-watch')
export class RetailWatchController {
  constructor(
    private readonly clock: StoreClock,
    private readonly area: SetPages,
  ) {}

  @Get()
  @Ok(WatchList)
  async listRetailWatch(
    @Query() { changedWithinDays: days, marked, limit, offset }: WatchQuery,
    @AccountId() accountId: number,
  ): Promise<WatchList> {
    const changedSince = days === undefined ? null : new Date((await this.clock.now()).getTime() - days * 86_400_000);
    const page = await readRetailWatch(this.area, accountId, { changedSince, marked: marked ?? null, limit, offset });
    return { ...page, rows: page.rows.map((row) => ({ ...row, retail: retailView(row) })) };
  }
}
