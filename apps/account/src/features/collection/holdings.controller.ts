import {
  type Condition,
  CONDITIONS,
  type EpochDay,
  epochDayOf,
  formatIsoDay,
  HOLDING_STATUSES,
  type HoldingStatus,
  MAX_ID,
  NotFoundError,
  percentOf,
} from '@brickmarket/domain';
import type { BookArea } from '@brickmarket/operations/portfolio';
import type { ListedHolding, HoldingFilter, HoldingOrder, SessionRecord } from '@brickmarket/persistence-ports';
import { countsInTotals, soldHoldingResult, totalsOf, valueHolding } from '@brickmarket/portfolio';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { digits, pageQuery, TextField, WholeField } from '../../http/input.ts';
import {
  AmountOrNull,
  Flag,
  OptionalOneOf,
  OptionalText,
  OptionalWhole,
  Part,
  PartOrNull,
  Parts,
  Text,
  Texts,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { BOOK_AREA, HoldingView, holdingView, TotalsView, totalsView } from './book.ts';

const ORDERS: readonly HoldingOrder[] = [
  'set_number',
  'title',
  'purchase_date',
  'quantity',
  'cost',
  'value',
  'gain',
  'percent',
  'added',
];
const SHOWN_STATUSES = [...HOLDING_STATUSES, 'unsold'] as const;

class HoldingsFilter {
  @OptionalWhole()
  @Transform(digits)
  @WholeField(1, MAX_ID, 'the number of a brickfolio')
  brickfolio_id?: number;
  @OptionalText() @TextField(100, 'a theme') theme?: string;
  @OptionalOneOf(...CONDITIONS) @IsIn(CONDITIONS) condition?: Condition;
  @OptionalOneOf(...SHOWN_STATUSES) @IsIn(SHOWN_STATUSES) status?: HoldingStatus | 'unsold';
  @OptionalText() @TextField(100, 'a part of a number or title') q?: string;
}

class HoldingsQuery extends pageQuery(50, 250, HoldingsFilter) {
  @OptionalOneOf(...ORDERS) @IsIn(ORDERS) sort: HoldingOrder = 'set_number';
  @OptionalOneOf('asc', 'desc') @IsIn(['asc', 'desc']) direction: 'asc' | 'desc' = 'asc';
}

/** What became of copies that were sold. */
class SoldView {
  @Whole() sale_id!: number;
  @Text() sale_date!: string;
  @Text() platform!: string;
}

class ListedHoldingView extends HoldingView {
  @Text() title!: string;
  @Text() theme!: string;
  @Text() brickfolio!: string;
  /** Of one copy today; null when unknown, and of sold ones. */
  @WholeOrNull() unit_value_cents!: number | null;
  /** Of all copies; null when the price is unknown. */
  @WholeOrNull() cost_cents!: number | null;
  /** Of all copies, as they count in totals; of sold ones what they fetched after fees, null when that is unknown. */
  @WholeOrNull() value_cents!: number | null;
  /** Value less cost; gain and percent are null when the price or the value is unknown. */
  @WholeOrNull() gain_cents!: number | null;
  @AmountOrNull() gain_pct!: number | null;
  @Flag() counts_in_totals!: boolean;
  /** Null when they are not part of a sale. */
  @PartOrNull(() => SoldView) sold!: SoldView | null;
}

class HoldingsPage {
  @Parts(() => ListedHoldingView) holdings!: ListedHoldingView[];
  @Whole() total!: number;
  @Whole() limit!: number;
  @Whole() offset!: number;
}

/** What the holdings that match come to. Amounts in cents, over all pages. */
class SummedHoldings {
  @Part(() => TotalsView) unsold!: TotalsView;
  /** Copies that are sold, and what they fetched after fees. */
  @Whole() sold_copies!: number;
  @Whole() sold_net_cents!: number;
  /** Of the sold copies of known cost and sale; null when there are none. */
  @WholeOrNull() sold_gain_cents!: number | null;
  @AmountOrNull() sold_gain_pct!: number | null;
  @Whole() sold_copies_of_unknown_gain!: number;
}

class HoldingFilters {
  @Texts() themes!: string[];
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class HoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @ApiOkResponse({ type: HoldingsPage })
  async listHoldings(
    @Query() query: HoldingsQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<HoldingsPage> {
    const { sort, direction, limit, offset } = query;
    const page = await this.area.book.listHoldings(accountId, {
      ...filterOf(query),
      order: sort,
      descending: direction === 'desc',
      limit,
      offset,
      today: await this.#today(),
    });
    if (page === null) throw new NotFoundError('You have no brickfolio with this number.');
    return { holdings: page.holdings.map(listedHoldingView), total: page.total, limit, offset };
  }

  @Get('totals')
  @ApiOkResponse({ type: SummedHoldings })
  async addUpHoldings(
    @Query() query: HoldingsFilter,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<SummedHoldings> {
    const sums = await this.area.book.addUpHoldings(accountId, filterOf(query), await this.#today());
    if (sums === null) throw new NotFoundError('You have no brickfolio with this number.');
    const { itemCount, netCents, gainCents, gainCostCents, unknownItemCount } = sums.sold;
    const isGainKnown = itemCount > unknownItemCount;
    return {
      unsold: totalsView(totalsOf(sums.unsold)),
      sold_copies: itemCount,
      sold_net_cents: netCents,
      sold_gain_cents: isGainKnown ? gainCents : null,
      sold_gain_pct: isGainKnown ? percentOf(gainCents, gainCostCents) : null,
      sold_copies_of_unknown_gain: unknownItemCount,
    };
  }

  @Get('filters')
  @ApiOkResponse({ type: HoldingFilters })
  async listHoldingFilters(@CurrentSession() { accountId }: SessionRecord): Promise<HoldingFilters> {
    return { themes: [...(await this.area.book.listThemes(accountId))] };
  }

  async #today(): Promise<EpochDay> {
    return epochDayOf(await this.area.storeClock.now());
  }
}

function filterOf({ brickfolio_id, theme, condition, status, q }: HoldingsFilter): HoldingFilter {
  return {
    brickfolioId: brickfolio_id ?? null,
    theme: theme ?? null,
    condition: condition ?? null,
    status: status ?? null,
    text: q ?? null,
  };
}

function listedHoldingView({
  holding,
  title,
  theme,
  brickfolio,
  unitValueCents,
  sold,
}: ListedHolding): ListedHoldingView {
  const isSold = !countsInTotals(holding.status);
  const held = valueHolding(holding, unitValueCents);
  const result = soldHoldingResult(holding, sold?.netCents ?? null);
  const { costCents, gainCents, gainPct } = isSold ? result : held;
  return Object.assign(holdingView(holding), {
    title,
    theme,
    brickfolio,
    unit_value_cents: unitValueCents,
    cost_cents: costCents,
    value_cents: isSold ? result.netCents : held.valueCents,
    gain_cents: gainCents,
    gain_pct: gainPct,
    counts_in_totals: !isSold,
    sold: sold && { sale_id: sold.saleId, sale_date: formatIsoDay(sold.saleDay), platform: sold.platform },
  });
}
