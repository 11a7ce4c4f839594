import { type EpochDay, epochDayOf, formatIsoDay, formatIsoMonth, usdOrNull } from '@brickmarket/domain';
import {
  readRetailWatch,
  readSetPage,
  type SetArea,
  SetDirectory,
  type SetPage,
  type ShownListing,
  STATUS_NAMES,
  statusName,
  type StatusName,
  type WatchedListing,
} from '@brickmarket/operations/sets';
import {
  type CurrentValue,
  MarketMovers,
  type PublishedMonth,
  SetCatalog,
  type SessionRecord,
  type SetIdentity,
  type SetMove,
  StoreClock,
  type TrackedPrice,
} from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SET_AREA } from '../area/area.module.ts';
import { CurrentSession } from '../area/signed-in.guard.ts';
import { AccountError } from '../http/errors.ts';
import { digits, TextField } from '../http/input.ts';
import {
  Amount,
  AmountOrNull,
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  OptionalOneOf,
  OptionalText,
  Part,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../openapi/properties.ts';

const MAX_SUGGESTIONS = 8;
const MAX_PAGE = 100;
const MOVE_DAYS = [30, 90, 365];
const MOVERS = 8;
/** Cheaper sets move by large percentages for small change. */
const LEAST_MOVER_CENTS = 2_000;
const CHANGED_WITHIN_DAYS = [1, 7, 30];
const MARKS = ['flips', 'lows'] as const;

class SearchQuery {
  @Text() @TextField(100, 'a part of a set number or name') q!: string;
}

class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 24 })
  @Transform(digits)
  @IsInt({ message: `The limit is a whole number from 1 to ${MAX_PAGE}.` })
  @Min(1)
  @Max(MAX_PAGE)
  limit = 24;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, default: 0 })
  @Transform(digits)
  @IsInt({ message: 'The offset is a whole number.' })
  @Min(0)
  @Max(1_000_000)
  offset = 0;
}

class BrowseQuery extends PageQuery {
  @OptionalText() @IsOptional() @TextField(200, 'the name of a theme') theme?: string;

  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @Transform(digits)
  @IsInt({ message: 'A year is a number like 2026.' })
  year?: number;

  @OptionalOneOf(...STATUS_NAMES)
  @IsOptional()
  @IsIn(STATUS_NAMES, { message: `The status is one of ${STATUS_NAMES.join(', ')}.` })
  status?: StatusName;
}

class MoversQuery {
  @ApiPropertyOptional({ type: 'integer', enum: MOVE_DAYS, default: 90 })
  @Transform(digits)
  @IsIn(MOVE_DAYS, { message: `Days are one of ${MOVE_DAYS.join(', ')}.` })
  days = 90;
}

class WatchQuery extends PageQuery {
  @ApiPropertyOptional({ type: 'integer', enum: CHANGED_WITHIN_DAYS })
  @IsOptional()
  @Transform(digits)
  @IsIn(CHANGED_WITHIN_DAYS, { message: `Days are one of ${CHANGED_WITHIN_DAYS.join(', ')}.` })
  changed_within_days?: number;

  @OptionalOneOf(...MARKS)
  @IsOptional()
  @IsIn(MARKS, { message: `Rows are marked as ${MARKS.join(' or ')}.` })
  marked?: (typeof MARKS)[number];
}

class SetCard {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @WholeOrNull() year!: number | null;
  @Whole() pieces!: number;
  @OneOf(...STATUS_NAMES) status!: string;
  /** The last day on sale, where it is known. */
  @TextOrNull() last_day!: string | null;
}

class SetSuggestions {
  @Parts(() => SetCard) sets!: SetCard[];
  /** How many sets match in all. */
  @Whole() total!: number;
}

class ValuedSet extends SetCard {
  @AmountOrNull() new_value_usd!: number | null;
  @AmountOrNull() used_value_usd!: number | null;
}

class SetList {
  @Parts(() => ValuedSet) sets!: ValuedSet[];
  @Whole() total!: number;
}

class ThemeView {
  @Text() theme!: string;
  @Whole() sets!: number;
}

class BrowseChoices {
  @Parts(() => ThemeView) themes!: ThemeView[];
  @WholeOrNull() first_year!: number | null;
  @WholeOrNull() last_year!: number | null;
}

class MoveView extends SetCard {
  @Amount() before_usd!: number;
  @Amount() now_usd!: number;
  @Amount() change_pct!: number;
}

class MoversView {
  @Parts(() => MoveView) risen!: MoveView[];
  @Parts(() => MoveView) fallen!: MoveView[];
}

class ValueView {
  @Amount() value_usd!: number;
  @Amount() low_usd!: number;
  @Amount() high_usd!: number;
  @Text() tier!: string;
  @Moment() calculated_at!: string;
}

class MonthView {
  @Text() month!: string;
  @AmountOrNull() value_usd!: number | null;
  @AmountOrNull() low_usd!: number | null;
  @AmountOrNull() high_usd!: number | null;
  @Whole() sales!: number;
  @TextOrNull() event!: string | null;
}

class RetailPriceView {
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() seller!: string | null;
  @MomentOrNull() changed_at!: string | null;
  @AmountOrNull() last_change_usd!: number | null;
  @Flag() flip_1p_to_3p!: boolean;
  @Flag() at_lowest!: boolean;
  @AmountOrNull() lowest_usd!: number | null;
  @TextOrNull() stock!: string | null;
  @Moment() checked_at!: string;
}

class ExitView {
  @AmountOrNull() lowest_fba_usd!: number | null;
  @WholeOrNull() fba_sellers!: number | null;
  @AmountOrNull() buy_box_usd!: number | null;
  @AmountOrNull() net_fba_usd!: number | null;
}

class RetailView {
  @PartOrNull(() => RetailPriceView) retailer_a!: RetailPriceView | null;
  @PartOrNull(() => RetailPriceView) retailer_b!: RetailPriceView | null;
  @PartOrNull(() => ExitView) exit!: ExitView | null;
}

class PriceChangeView {
  @Moment() at!: string;
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() seller!: string | null;
}

class OwnedView {
  @Text() brickfolio!: string;
  @Whole() quantity!: number;
  @Text() condition!: string;
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() purchase_date!: string | null;
}

class SetPageView extends SetCard {
  @TextOrNull() subtheme!: string | null;
  @Whole() minifigs!: number;
  @AmountOrNull() msrp_usd!: number | null;
  @TextOrNull() release_date!: string | null;
  @TextOrNull() upc!: string | null;
  @TextOrNull() ean!: string | null;
  @PartOrNull(() => ValueView) new_value!: ValueView | null;
  @PartOrNull(() => ValueView) used_value!: ValueView | null;
  @Parts(() => MonthView) sealed_months!: MonthView[];
  @Parts(() => MonthView) used_months!: MonthView[];
  @PartOrNull(() => RetailView) retail!: RetailView | null;
  @Parts(() => PriceChangeView) retailer_a_changes!: PriceChangeView[];
  @Parts(() => PriceChangeView) retailer_b_changes!: PriceChangeView[];
  @Parts(() => OwnedView) owned!: OwnedView[];
  @AmountOrNull() average_cost_usd!: number | null;
}

class WatchRow {
  @Text() set_number!: string;
  @Text() title!: string;
  @AmountOrNull() paid_usd!: number | null;
  @Part(() => RetailView) retail!: RetailView;
}

class WatchList {
  @Parts(() => WatchRow) rows!: WatchRow[];
  @Whole() total!: number;
  @Whole() flips!: number;
  @Whole() lows!: number;
}

@ApiTags('Sets')
@Controller('account/api')
export class SetsController {
  constructor(
    private readonly directory: SetDirectory,
    private readonly catalog: SetCatalog,
    private readonly movers: MarketMovers,
    private readonly clock: StoreClock,
    @Inject(SET_AREA) private readonly area: SetArea,
  ) {}

  @Get('sets/search')
  @ApiOkResponse({ type: SetSuggestions })
  async searchSets(@Query() { q }: SearchQuery): Promise<SetSuggestions> {
    const today = await this.today();
    const { items, total } = await this.directory.search(q, MAX_SUGGESTIONS);
    return { sets: items.map((set) => setCard(set, today)), total };
  }

  @Get('sets')
  @ApiOkResponse({ type: SetList })
  async browseSets(@Query() { theme, year, status, limit, offset }: BrowseQuery): Promise<SetList> {
    const today = await this.today();
    const filter = { theme: theme ?? null, year: year ?? null, status: status ?? null };
    const { items, total } = await this.directory.browse(filter, { limit, offset, today });
    const records = await this.catalog.findByNumbers(items.map(({ setNumber }) => setNumber));
    const sets = items.map((set) => {
      const values = records.get(set.setNumber)?.values;
      return {
        ...setCard(set, today),
        new_value_usd: usdOrNull(values?.sealed?.valueCents ?? null),
        used_value_usd: usdOrNull(values?.used?.valueCents ?? null),
      };
    });
    return { sets, total };
  }

  @Get('sets/choices')
  @ApiOkResponse({ type: BrowseChoices })
  async listBrowseChoices(): Promise<BrowseChoices> {
    const themes = await this.catalog.listThemes();
    const years = (await this.directory.list()).flatMap(({ year }) => year ?? []);
    return {
      themes: themes.map(({ theme, setCount }) => ({ theme, sets: setCount })),
      first_year: years.at(-1) ?? null,
      last_year: years[0] ?? null,
    };
  }

  @Get('sets/movers')
  @ApiOkResponse({ type: MoversView })
  async listMovers(@Query() { days }: MoversQuery): Promise<MoversView> {
    const today = await this.today();
    const { risen, fallen } = await this.movers.list(today - days, { limit: MOVERS, leastCents: LEAST_MOVER_CENTS });
    const sets = await this.directory.findByNumbers([...risen, ...fallen].map(({ setNumber }) => setNumber));
    const view = (moves: readonly SetMove[]): MoveView[] =>
      moves.flatMap(({ setNumber, beforeCents, nowCents }) => {
        const set = sets.get(setNumber);
        if (set === undefined) return [];
        const [before_usd, now_usd] = [beforeCents / 100, nowCents / 100];
        const change_pct = Math.round((10_000 * (nowCents - beforeCents)) / beforeCents) / 100;
        return [{ ...setCard(set, today), before_usd, now_usd, change_pct }];
      });
    return { risen: view(risen), fallen: view(fallen) };
  }

  @Get('sets/:number')
  @ApiParam({ name: 'number' })
  @ApiOkResponse({ type: SetPageView })
  async getSet(@Param('number') number: string, @CurrentSession() { accountId }: SessionRecord): Promise<SetPageView> {
    if (!/^[\w.-]{1,40}$/.test(number)) throw new AccountError('NotFound', 'No set has this number.');
    return setPageView(await readSetPage(this.area, accountId, number));
  }

  @Get('retail-watch')
  @ApiOkResponse({ type: WatchList })
  async listRetailWatch(
    @Query() { changed_within_days: days, marked, limit, offset }: WatchQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<WatchList> {
    const since = days === undefined ? null : new Date((await this.clock.now()).getTime() - days * 86_400_000);
    const all = await readRetailWatch(this.area, accountId, since);
    const flips = all.filter((row) => isMarked(row, 'flip1pTo3p'));
    const lows = all.filter((row) => isMarked(row, 'atLowest'));
    const shown = marked === undefined ? all : { flips, lows }[marked];
    const rows = shown.slice(offset, offset + limit).map((row) => ({
      set_number: row.setNumber,
      title: row.title,
      paid_usd: usdOrNull(row.paidCents),
      retail: retailView(row),
    }));
    return { rows, total: shown.length, flips: flips.length, lows: lows.length };
  }

  private async today(): Promise<EpochDay> {
    return epochDayOf(await this.clock.now());
  }
}

function isMarked({ retailers }: WatchedListing, mark: 'flip1pTo3p' | 'atLowest'): boolean {
  return Object.values(retailers).some((price) => price?.[mark] === true);
}

/** Without the prototype: the card is spread into larger answers. */
function setCard(set: SetIdentity, today: EpochDay): { readonly [Field in keyof SetCard]: SetCard[Field] } {
  const { setNumber, title, theme, year, pieces, exitDay } = set;
  const last_day = exitDay === null ? null : formatIsoDay(exitDay);
  return { set_number: setNumber, title, theme, year, pieces, status: statusName(set, today), last_day };
}

function setPageView({ record, today, months, listing, changes, owned, averageCostCents }: SetPage): SetPageView {
  const { set, values } = record;
  const changeViews = (list: SetPage['changes']['retailer_a']): PriceChangeView[] =>
    list.map(({ at, priceCents, sellerType }) => ({
      at: at.toISOString(),
      price_usd: usdOrNull(priceCents),
      seller: sellerType,
    }));
  return {
    ...setCard(set, today),
    subtheme: set.subtheme,
    minifigs: record.minifigCount,
    msrp_usd: usdOrNull(set.msrpCents),
    release_date: set.releaseDay === null ? null : formatIsoDay(set.releaseDay),
    upc: set.upc,
    ean: set.ean,
    new_value: values.sealed && valueView(values.sealed),
    used_value: values.used && valueView(values.used),
    sealed_months: months.sealed.map(monthView),
    used_months: months.used.map(monthView),
    retail: listing && retailView(listing),
    retailer_a_changes: changeViews(changes.retailer_a),
    retailer_b_changes: changeViews(changes.retailer_b),
    owned: owned.map(({ brickfolio, quantity, condition, priceCents, purchaseDay }) => ({
      brickfolio,
      quantity,
      condition,
      price_usd: usdOrNull(priceCents),
      purchase_date: purchaseDay === null ? null : formatIsoDay(purchaseDay),
    })),
    average_cost_usd: usdOrNull(averageCostCents),
  };
}

function valueView({ valueCents, lowCents, highCents, tier, calculatedAt }: CurrentValue): ValueView {
  return {
    value_usd: valueCents / 100,
    low_usd: lowCents / 100,
    high_usd: highCents / 100,
    tier,
    calculated_at: calculatedAt.toISOString(),
  };
}

function monthView({ month, valueCents, lowCents, highCents, salesCount, event }: PublishedMonth): MonthView {
  return {
    month: formatIsoMonth(month),
    value_usd: usdOrNull(valueCents),
    low_usd: usdOrNull(lowCents),
    high_usd: usdOrNull(highCents),
    sales: salesCount,
    event,
  };
}

function retailView({ retailers, exit }: ShownListing): RetailView {
  return {
    retailer_a: retailers.retailer_a && priceView(retailers.retailer_a),
    retailer_b: retailers.retailer_b && priceView(retailers.retailer_b),
    exit: exit && {
      lowest_fba_usd: usdOrNull(exit.lowestFbaCents),
      fba_sellers: exit.fbaSellers,
      buy_box_usd: usdOrNull(exit.buyBoxCents),
      net_fba_usd: usdOrNull(exit.netCents),
    },
  };
}

function priceView(price: TrackedPrice): RetailPriceView {
  return {
    price_usd: usdOrNull(price.priceCents),
    seller: price.sellerType,
    changed_at: price.changedAt?.toISOString() ?? null,
    last_change_usd: usdOrNull(price.lastChangeCents),
    flip_1p_to_3p: price.flip1pTo3p,
    at_lowest: price.atLowest,
    lowest_usd: usdOrNull(price.lowestCents),
    stock: price.inStock === null ? null : price.inStock ? 'in stock' : 'out of stock',
    checked_at: price.lastCheckedAt.toISOString(),
  };
}
