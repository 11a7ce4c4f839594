import { barcodeKey, type EpochDay, epochDayOf } from '@brickmarket/domain';
import { SetDirectory, STATUS_NAMES, type StatusName, VersionedCache } from '@brickmarket/operations/sets';
import {
  type CurrentValue,
  MarketMovers,
  RetailPrices,
  SetCatalog,
  type SetIdentity,
  type SetMove,
  StoreClock,
  SystemStatus,
} from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt } from 'class-validator';
import { Ok } from '../../http/declared-answers.ts';
import { digits, pageQuery, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { setCard, SetCard } from './set-card.ts';

/** EAN-8 to GTIN-14. */
const BARCODE = /^\d{8,14}$/;
const MAX_SUGGESTIONS = 8;
const MOVE_DAYS = [30, 90, 365];
const MOVERS = 8;
/** Cheaper sets have large percentages of little money. */
const LEAST_MOVER_CENTS = 2_000;

class SearchQuery {
  @is.Text() @TextField(100, 'a part of a set number or name') q!: string;
}

class BrowseQuery extends pageQuery(24, 100) {
  @is.OptionalText() @TextField(200, 'the name of a theme') theme?: string;

  @is.OptionalField({ type: 'integer' })
  @Transform(digits)
  @IsInt({ message: 'A year is a number like 2026.' })
  year?: number;

  @is.OptionalOneOf(...STATUS_NAMES)
  @IsIn(STATUS_NAMES, { message: `The status is one of ${STATUS_NAMES.join(', ')}.` })
  status?: StatusName;
}

class MoversQuery {
  @is.OptionalField({ type: 'integer', enum: MOVE_DAYS, default: 90 })
  @Transform(digits)
  @IsIn(MOVE_DAYS, { message: `Days are one of ${MOVE_DAYS.join(', ')}.` })
  days = 90;
}

class SetSuggestions {
  @is.Parts(() => SetCard) sets!: readonly SetCard[];
  @is.Whole() total!: number;
}

class RangeView {
  @is.Whole() lowCents!: number;
  @is.Whole() highCents!: number;
}

class ValuedSet extends SetCard {
  @is.WholeOrNull() newValueCents!: number | null;
  @is.WholeOrNull() usedValueCents!: number | null;
  /** Only without recent sales. */
  @is.PartOrNull(() => RangeView) newEstimate!: RangeView | null;
  @is.PartOrNull(() => RangeView) usedEstimate!: RangeView | null;
}

class SetList {
  @is.Parts(() => ValuedSet) sets!: readonly ValuedSet[];
  @is.Whole() total!: number;
}

class ThemeView {
  @is.Text() theme!: string;
  @is.Whole() setCount!: number;
}

class BrowseChoices {
  @is.Parts(() => ThemeView) themes!: readonly ThemeView[];
  @is.WholeOrNull() firstYear!: number | null;
  @is.WholeOrNull() lastYear!: number | null;
}

class MoveView extends SetCard {
  @is.Whole() beforeCents!: number;
  @is.Whole() nowCents!: number;
  @is.Amount() changePct!: number;
}

class MoversView {
  @is.Parts(() => MoveView) risen!: readonly MoveView[];
  @is.Parts(() => MoveView) fallen!: readonly MoveView[];
}

@ApiTags('Sets')
@Controller('account/api/sets')
export class CatalogController {
  readonly #moves: VersionedCache<Awaited<ReturnType<MarketMovers['list']>>>;

  constructor(
    private readonly directory: SetDirectory,
    private readonly catalog: SetCatalog,
    private readonly prices: RetailPrices,
    private readonly movers: MarketMovers,
    private readonly clock: StoreClock,
    report: SystemStatus,
  ) {
    this.#moves = new VersionedCache(report, ['catalog', 'market'], MOVE_DAYS.length);
  }

  @Get('search')
  @Ok(SetSuggestions)
  async searchSets(@Query() { q }: SearchQuery): Promise<SetSuggestions> {
    const today = await this.today();
    const { items, total } = (await this.findByBarcode(q)) ?? (await this.directory.search(q, MAX_SUGGESTIONS));
    return { sets: items.map((set) => setCard(set, today)), total };
  }

  @Get()
  @Ok(SetList)
  async browseSets(@Query() { theme, year, status, limit, offset }: BrowseQuery): Promise<SetList> {
    const today = await this.today();
    const filter = { theme: theme ?? null, year: year ?? null, status: status ?? null };
    const { items, total } = await this.directory.browse(filter, { limit, offset, today });
    const records = await this.catalog.findByNumbers(items.map(({ setNumber }) => setNumber));
    const sets = items.map((set) => {
      const values = records.get(set.setNumber)?.values;
      return {
        ...setCard(set, today),
        newValueCents: values?.sealed?.valueCents ?? null,
        usedValueCents: values?.used?.valueCents ?? null,
        newEstimate: estimateView(values?.sealed ?? null),
        usedEstimate: estimateView(values?.used ?? null),
      };
    });
    return { sets, total };
  }

  @Get('choices')
  @Ok(BrowseChoices)
  async listBrowseChoices(): Promise<BrowseChoices> {
    const themes = await this.catalog.listThemes();
    const years = (await this.directory.list()).flatMap(({ year }) => year ?? []);
    return {
      themes,
      firstYear: years.at(-1) ?? null,
      lastYear: years[0] ?? null,
    };
  }

  @Get('movers')
  @Ok(MoversView)
  async listMovers(@Query() { days }: MoversQuery): Promise<MoversView> {
    const today = await this.today();
    const { risen, fallen } = await this.#moves.read(`${today} ${days}`, () =>
      this.movers.list(today - days, { limit: MOVERS, leastCents: LEAST_MOVER_CENTS }),
    );
    const sets = await this.directory.findByNumbers([...risen, ...fallen].map(({ setNumber }) => setNumber));
    const view = (moves: readonly SetMove[]): MoveView[] =>
      moves.flatMap(({ setNumber, beforeCents, nowCents }) => {
        const set = sets.get(setNumber);
        if (set === undefined) return [];
        const changePct = Math.round((10_000 * (nowCents - beforeCents)) / beforeCents) / 100;
        return [{ ...setCard(set, today), beforeCents, nowCents, changePct }];
      });
    return { risen: view(risen), fallen: view(fallen) };
  }

  /** Null: not a barcode, or no listed set. */
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
  return value?.tier === 'modelled' ? value : null;
}
