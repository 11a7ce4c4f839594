import { barcodeKey, type EpochDay, epochDayOf, usdOrNull } from '@brickmarket/domain';
import { SetDirectory, STATUS_NAMES, type StatusName } from '@brickmarket/operations/sets';
import {
  type CurrentValue,
  MarketMovers,
  RetailPrices,
  SetCatalog,
  type SetIdentity,
  type SetMove,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt } from 'class-validator';
import { digits, pageQuery, TextField } from '../../http/input.ts';
import {
  Amount,
  AmountOrNull,
  OptionalField,
  OptionalOneOf,
  OptionalText,
  PartOrNull,
  Parts,
  Text,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { SetCard, setCard } from './set-card.ts';

/** As scanners read them: EAN-8 to GTIN-14. */
const BARCODE = /^\d{8,14}$/;
const MAX_SUGGESTIONS = 8;
const MOVE_DAYS = [30, 90, 365];
const MOVERS = 8;
/** Cheaper sets move by large percentages for small change. */
const LEAST_MOVER_CENTS = 2_000;

class SearchQuery {
  @Text() @TextField(100, 'a part of a set number or name') q!: string;
}

class BrowseQuery extends pageQuery(24, 100) {
  @OptionalText() @TextField(200, 'the name of a theme') theme?: string;

  @OptionalField({ type: 'integer' })
  @Transform(digits)
  @IsInt({ message: 'A year is a number like 2026.' })
  year?: number;

  @OptionalOneOf(...STATUS_NAMES)
  @IsIn(STATUS_NAMES, { message: `The status is one of ${STATUS_NAMES.join(', ')}.` })
  status?: StatusName;
}

class MoversQuery {
  @OptionalField({ type: 'integer', enum: MOVE_DAYS, default: 90 })
  @Transform(digits)
  @IsIn(MOVE_DAYS, { message: `Days are one of ${MOVE_DAYS.join(', ')}.` })
  days = 90;
}

class SetSuggestions {
  @Parts(() => SetCard) sets!: SetCard[];
  /** How many sets match in all. */
  @Whole() total!: number;
}

class RangeView {
  @Amount() low_usd!: number;
  @Amount() high_usd!: number;
}

class ValuedSet extends SetCard {
  @AmountOrNull() new_value_usd!: number | null;
  @AmountOrNull() used_value_usd!: number | null;
  /** Where the value rests on no recent sales; else null. */
  @PartOrNull(() => RangeView) new_estimate!: RangeView | null;
  @PartOrNull(() => RangeView) used_estimate!: RangeView | null;
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

@ApiTags('Sets')
@Controller('account/api/sets')
export class CatalogController {
  constructor(
    private readonly directory: SetDirectory,
    private readonly catalog: SetCatalog,
    private readonly prices: RetailPrices,
    private readonly movers: MarketMovers,
    private readonly clock: StoreClock,
  ) {}

  @Get('search')
  @ApiOkResponse({ type: SetSuggestions })
  async searchSets(@Query() { q }: SearchQuery): Promise<SetSuggestions> {
    const today = await this.today();
    const { items, total } = (await this.findByBarcode(q)) ?? (await this.directory.search(q, MAX_SUGGESTIONS));
    return { sets: items.map((set) => setCard(set, today)), total };
  }

  @Get()
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
        new_estimate: estimateView(values?.sealed ?? null),
        used_estimate: estimateView(values?.used ?? null),
      };
    });
    return { sets, total };
  }

  @Get('choices')
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

  @Get('movers')
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

  /** The one set with a barcode; null for what is none, and for one of no set that a retailer lists. */
  private async findByBarcode(typed: string): Promise<{ items: readonly SetIdentity[]; total: number } | null> {
    const key = BARCODE.test(typed.trim()) ? barcodeKey(typed.trim()) : null;
    if (key === null) return null;
    const [listing] = await this.prices.findByIdentifiers([{ setNumbers: null, asin: null, barcodeKey: key }]);
    const set = listing && (await this.directory.findByNumbers([listing.setNumber])).get(listing.setNumber);
    return set ? { items: [set], total: 1 } : null;
  }

  private async today(): Promise<EpochDay> {
    return epochDayOf(await this.clock.now());
  }
}

function estimateView(value: CurrentValue | null): RangeView | null {
  if (value?.tier !== 'modelled') return null;
  return { low_usd: value.lowCents / 100, high_usd: value.highCents / 100 };
}
