import { type EpochDay, formatIsoMonth, MAX_COPIES, MAX_SALE_CENTS } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import {
  addUpLedger,
  type BookArea,
  changeBook,
  getSet,
  readTaxReport,
  reportTaxYear,
} from '@brickmarket/operations/portfolio';
import type { SaleOrder } from '@brickmarket/persistence-ports';
import { saleResult } from '@brickmarket/portfolio';
import { Body, Controller, Get, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { CsvAnswer, CsvExports } from '../../http/csv-exports.ts';
import { Created, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { digits, givenOf, pageQuery, RecordId, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, EditAnswer, EditRoute, SaleView, Version } from './book.ts';
import { PlatformField, ProceedsField, SaleDateField, SaleFeesBody, SaleTermsBody, termsOf } from './sale-body.ts';

const TERMS = ['short', 'long', 'unknown'] as const;
const ORDERS: readonly SaleOrder[] = ['sale_date', 'set_number', 'platform', 'quantity', 'net', 'profit', 'roi'];

class LedgerQuery extends pageQuery(50, 250) {
  @is.OptionalText() @TextField(100, 'a part of a number or title') q?: string;
  @is.OptionalText() @PlatformField() platform?: string;
  @is.OptionalWhole() @Transform(digits) @WholeField(1900, 2999, 'a year') year?: number;
  @is.OptionalOneOf(...ORDERS) @IsIn(ORDERS) sort: SaleOrder = 'sale_date';
  @is.OptionalOneOf('asc', 'desc') @IsIn(['asc', 'desc']) direction: 'asc' | 'desc' = 'desc';
}

class ListedSaleView extends SaleView {
  @is.Text() title!: string;
  /** 0: recorded without lots. */
  @is.Whole() lotCount!: number;
  @is.Whole() netCents!: number;
  @is.WholeOrNull() profitCents!: number | null;
  @is.AmountOrNull() roiPct!: number | null;
}

class LedgerPage {
  @is.Parts(() => ListedSaleView) sales!: readonly ListedSaleView[];
  @is.Whole() total!: number;
  @is.Whole() limit!: number;
  @is.Whole() offset!: number;
}

/** In cents. Cost and profit cover sales of known cost; null: none. */
export class SalesTotalsView {
  @is.Whole() sales!: number;
  @is.Whole() copies!: number;
  @is.Whole() grossCents!: number;
  @is.Whole() feesCents!: number;
  @is.Whole() netCents!: number;
  @is.WholeOrNull() costCents!: number | null;
  @is.WholeOrNull() profitCents!: number | null;
  @is.Whole() salesOfUnknownCost!: number;
}

class GroupTotalsView extends SalesTotalsView {
  /** Month, YYYY-MM, or platform. */
  @is.Text() name!: string;
}

class LedgerTotalsView {
  @is.Part(() => SalesTotalsView) all!: SalesTotalsView;
  @is.Parts(() => GroupTotalsView) months!: readonly GroupTotalsView[];
  @is.Parts(() => GroupTotalsView) platforms!: readonly GroupTotalsView[];
  @is.Wholes() years!: readonly number[];
}

class TaxLineView {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.Whole() quantity!: number;
  @is.DayOrNull() acquiredDay!: EpochDay | null;
  @is.Day() soldDay!: EpochDay;
  /** At most a year, longer, or unknown. */
  @is.OneOf(...TERMS) term!: string;
  @is.WholeOrNull() basisCents!: number | null;
  @is.Whole() proceedsCents!: number;
  @is.Whole() feesCents!: number;
  @is.WholeOrNull() gainCents!: number | null;
  @is.Text() method!: string;
  @is.Text() platform!: string;
}

/** In cents. Basis and gain cover lines of known basis. */
class TaxTotalsView {
  @is.Whole() lines!: number;
  @is.Whole() quantity!: number;
  @is.Whole() proceedsCents!: number;
  @is.Whole() feesCents!: number;
  @is.Whole() basisCents!: number;
  @is.Whole() gainCents!: number;
  @is.Whole() linesOfUnknownBasis!: number;
}

class TermTotalsView extends TaxTotalsView {
  @is.OneOf(...TERMS) term!: string;
}

class TaxReportView {
  @is.Whole() year!: number;
  @is.Parts(() => TaxLineView) lines!: readonly TaxLineView[];
  @is.Part(() => TaxTotalsView) all!: TaxTotalsView;
  @is.Parts(() => TermTotalsView) terms!: readonly TermTotalsView[];
}

const CopiesField = (): PropertyDecorator => WholeField(1, MAX_COPIES, 'how many copies were sold');
const CostField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the cost in cents');

class NewSaleBody extends SaleTermsBody {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;
  @is.OptionalWhole() @CopiesField() quantity?: number;
  @is.OptionalWholeOrNull() @CostField() costBasisCents?: number | null;
}

class EditSaleBody extends SaleFeesBody {
  @Version() version!: number;
  @is.OptionalText() @PlatformField() platform?: string;
  @is.OptionalText() @SaleDateField() saleDay?: EpochDay;
  @is.OptionalWhole() @ProceedsField() grossCents?: number;
  @is.OptionalWhole() @CopiesField() quantity?: number;
  @is.OptionalWholeOrNull() @CostField() costBasisCents?: number | null;
}

@ApiTags('Ledger')
@Controller('account/api/ledger')
export class LedgerController {
  constructor(
    @Inject(BOOK_AREA) private readonly area: BookArea,
    private readonly exports: CsvExports,
  ) {}

  @Get()
  @Ok(LedgerPage)
  async listSales(
    @Query() { q, platform, year, sort, direction, limit, offset }: LedgerQuery,
    @AccountId() accountId: number,
  ): Promise<LedgerPage> {
    const page = await this.area.book.listSalePage(accountId, {
      text: q ?? null,
      platform: platform ?? null,
      year: year ?? null,
      order: sort,
      descending: direction === 'desc',
      limit,
      offset,
    });
    const sales = page.sales.map(({ sale, ...listed }) => ({ ...sale, ...listed, ...saleResult(sale) }));
    return { sales, total: page.total, limit, offset };
  }

  @Get('totals')
  @Ok(LedgerTotalsView)
  async getLedgerTotals(@AccountId() accountId: number): Promise<LedgerTotalsView> {
    const { months, platforms, ...totals } = await addUpLedger(this.area, accountId);
    return {
      ...totals,
      months: months.map((group) => ({ ...group, name: formatIsoMonth(group.key) })),
      platforms: platforms.map((group) => ({ ...group, name: group.key })),
    };
  }

  @Get('tax-year/:year')
  @ApiParam({ name: 'year', type: 'integer' })
  @CsvAnswer()
  getTaxYear(@Param('year') year: string, @AccountId() accountId: number): StreamableFile {
    const report = reportTaxYear(this.area, accountId, yearOf(year));
    return this.exports.send(accountId, report, `brickmarket-sales-${year}.csv`);
  }

  @Get('tax-report/:year')
  @ApiParam({ name: 'year', type: 'integer' })
  @Ok(TaxReportView)
  async getTaxReport(@Param('year') year: string, @AccountId() accountId: number): Promise<TaxReportView> {
    const { terms, ...report } = await readTaxReport(this.area, accountId, yearOf(year));
    return { ...report, year: Number(year), terms: terms.map(({ term, totals }) => ({ ...totals, term })) };
  }

  @Post()
  @Created(EditAnswer)
  async addSale(
    @Body() { setNumber, quantity = 1, costBasisCents = null, ...terms }: NewSaleBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    const set = await getSet(this.area, setNumber);
    const sale = { ...termsOf(terms), quantity, costBasisCents };
    return answerEdit(changeBook(this.area, accountId, { do: 'add sale', set, sale }));
  }

  @EditRoute(':id')
  editSale(
    @RecordId() id: number,
    @Body() { version, ...facts }: EditSaleBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    const command = { do: 'edit sale', sale: { id, version }, facts: givenOf(facts) } as const;
    return answerEdit(changeBook(this.area, accountId, command));
  }
}

function yearOf(year: string): number {
  if (!/^(?:19|2\d)\d{2}$/.test(year)) throw new AccountError('NotFound', 'There is no such year.');
  return Number(year);
}
