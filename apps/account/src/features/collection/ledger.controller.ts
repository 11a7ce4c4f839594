import { formatIsoDay, formatIsoMonth, MAX_COPIES, MAX_SALE_CENTS } from '@brickmarket/domain';
import {
  addUpLedger,
  type BookArea,
  changeBook,
  getSet,
  readTaxReport,
  reportTaxYear,
  type TitledTaxLine,
} from '@brickmarket/operations/portfolio';
import type { SaleOrder, SessionRecord } from '@brickmarket/persistence-ports';
import { saleResult, type SalesTotals, type TaxTotals } from '@brickmarket/portfolio';
import { Body, Controller, Get, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { CsvAnswer, CsvExports } from '../../http/csv-exports.ts';
import { AccountError } from '../../http/errors.ts';
import { digits, pageQuery, RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  AmountOrNull,
  OneOf,
  OptionalOneOf,
  OptionalText,
  OptionalWhole,
  OptionalWholeOrNull,
  Part,
  Parts,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { answerEdit, BOOK_AREA, dayOf, EditAnswer, EditRoute, givenOf, SaleView, saleView, Version } from './book.ts';
import {
  PlatformField,
  platformOf,
  ProceedsField,
  SaleDateField,
  SaleFeesBody,
  SaleTermsBody,
  saleTermsOf,
} from './sale-body.ts';

const TERMS = ['short', 'long', 'unknown'] as const;
const ORDERS: readonly SaleOrder[] = ['sale_date', 'set_number', 'platform', 'quantity', 'net', 'profit', 'roi'];

class LedgerQuery extends pageQuery(50, 250) {
  @OptionalText() @TextField(100, 'a part of a number or title') q?: string;
  @OptionalText() @PlatformField() platform?: string;
  @OptionalWhole() @Transform(digits) @WholeField(1900, 2999, 'a year') year?: number;
  @OptionalOneOf(...ORDERS) @IsIn(ORDERS) sort: SaleOrder = 'sale_date';
  @OptionalOneOf('asc', 'desc') @IsIn(['asc', 'desc']) direction: 'asc' | 'desc' = 'desc';
}

class ListedSaleView extends SaleView {
  @Text() title!: string;
  /** How many lots the copies came from; 0 when the sale was recorded without them. */
  @Whole() lot_count!: number;
  @Whole() net_cents!: number;
  @WholeOrNull() profit_cents!: number | null;
  @AmountOrNull() roi_pct!: number | null;
}

class LedgerPage {
  @Parts(() => ListedSaleView) sales!: ListedSaleView[];
  @Whole() total!: number;
  @Whole() limit!: number;
  @Whole() offset!: number;
}

/** Sums in cents. Cost and profit are of the sales of known cost; null when there are sales and no cost is known. */
export class SalesTotalsView {
  @Whole() sales!: number;
  @Whole() copies!: number;
  @Whole() gross_cents!: number;
  @Whole() fees_cents!: number;
  @Whole() net_cents!: number;
  @WholeOrNull() cost_cents!: number | null;
  @WholeOrNull() profit_cents!: number | null;
  @Whole() sales_of_unknown_cost!: number;
}

class GroupTotalsView extends SalesTotalsView {
  /** A month, YYYY-MM, or a platform. */
  @Text() name!: string;
}

class LedgerTotalsView {
  @Part(() => SalesTotalsView) all!: SalesTotalsView;
  @Parts(() => GroupTotalsView) months!: GroupTotalsView[];
  @Parts(() => GroupTotalsView) platforms!: GroupTotalsView[];
  @ApiProperty({ type: 'integer', isArray: true }) years!: number[];
}

class TaxLineView {
  @Text() set_number!: string;
  @Text() title!: string;
  @Whole() quantity!: number;
  @TextOrNull() acquired!: string | null;
  @Text() sold!: string;
  /** Held for at most a year, for more than a year, or nobody knows. */
  @OneOf(...TERMS) term!: string;
  @WholeOrNull() basis_cents!: number | null;
  @Whole() proceeds_cents!: number;
  @Whole() fees_cents!: number;
  @WholeOrNull() gain_cents!: number | null;
  @Text() method!: string;
  @Text() platform!: string;
}

/** Sums in cents. Basis and gain are of the lines of known basis. */
class TaxTotalsView {
  @Whole() lines!: number;
  @Whole() copies!: number;
  @Whole() proceeds_cents!: number;
  @Whole() fees_cents!: number;
  @Whole() basis_cents!: number;
  @Whole() gain_cents!: number;
  @Whole() lines_of_unknown_basis!: number;
}

class TermTotalsView extends TaxTotalsView {
  @OneOf(...TERMS) term!: string;
}

class TaxReportView {
  @Whole() year!: number;
  @Parts(() => TaxLineView) lines!: TaxLineView[];
  @Part(() => TaxTotalsView) all!: TaxTotalsView;
  @Parts(() => TermTotalsView) terms!: TermTotalsView[];
}

const CopiesField = (): PropertyDecorator => WholeField(1, MAX_COPIES, 'how many copies were sold');
const CostField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the cost in cents');

class NewSaleBody extends SaleTermsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OptionalWhole() @CopiesField() quantity?: number;
  @OptionalWholeOrNull() @CostField() cost_basis_cents?: number | null;
}

class EditSaleBody extends SaleFeesBody {
  @Version() version!: number;
  @OptionalText() @PlatformField() platform?: string;
  @OptionalText() @SaleDateField() sale_date?: string;
  @OptionalWhole() @ProceedsField() gross_cents?: number;
  @OptionalWhole() @CopiesField() quantity?: number;
  @OptionalWholeOrNull() @CostField() cost_basis_cents?: number | null;
}

@ApiTags('Ledger')
@Controller('account/api/ledger')
export class LedgerController {
  constructor(
    @Inject(BOOK_AREA) private readonly area: BookArea,
    private readonly exports: CsvExports,
  ) {}

  @Get()
  @ApiOkResponse({ type: LedgerPage })
  async listSales(
    @Query() { q, platform, year, sort, direction, limit, offset }: LedgerQuery,
    @CurrentSession() { accountId }: SessionRecord,
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
    const sales = page.sales.map(({ sale, title, lotCount }) => {
      const { netCents, profitCents, roiPct } = saleResult(sale);
      const results = { net_cents: netCents, profit_cents: profitCents, roi_pct: roiPct };
      return Object.assign(saleView(sale), { title, lot_count: lotCount }, results);
    });
    return { sales, total: page.total, limit, offset };
  }

  @Get('totals')
  @ApiOkResponse({ type: LedgerTotalsView })
  async getLedgerTotals(@CurrentSession() { accountId }: SessionRecord): Promise<LedgerTotalsView> {
    const { all, months, platforms, years } = await addUpLedger(this.area, accountId);
    return {
      all: salesTotalsView(all),
      months: months.map(({ key, ...totals }) => Object.assign(salesTotalsView(totals), { name: formatIsoMonth(key) })),
      platforms: platforms.map(({ key, ...totals }) => Object.assign(salesTotalsView(totals), { name: key })),
      years: [...years],
    };
  }

  @Get('tax-year/:year')
  @ApiParam({ name: 'year', type: 'integer' })
  @CsvAnswer()
  getTaxYear(@Param('year') year: string, @CurrentSession() { accountId }: SessionRecord): StreamableFile {
    const report = reportTaxYear(this.area, accountId, yearOf(year));
    return this.exports.send(accountId, report, `brickmarket-sales-${year}.csv`);
  }

  @Get('tax-report/:year')
  @ApiParam({ name: 'year', type: 'integer' })
  @ApiOkResponse({ type: TaxReportView })
  async getTaxReport(
    @Param('year') year: string,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<TaxReportView> {
    const { lines, all, terms } = await readTaxReport(this.area, accountId, yearOf(year));
    return {
      year: Number(year),
      lines: lines.map(taxLineView),
      all: taxTotalsView(all),
      terms: terms.map(({ term, totals }) => Object.assign(taxTotalsView(totals), { term })),
    };
  }

  @Post()
  @ApiCreatedResponse({ type: EditAnswer })
  async addSale(@Body() body: NewSaleBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    const set = await getSet(this.area, body.set_number);
    const copies = { quantity: body.quantity ?? 1, costBasisCents: body.cost_basis_cents ?? null };
    const sale = { ...saleTermsOf(body), ...copies };
    return answerEdit(changeBook(this.area, accountId, { do: 'add sale', set, sale }));
  }

  @EditRoute(':id')
  editSale(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: EditSaleBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = givenOf({
      platform: body.platform && platformOf(body.platform),
      saleDay: dayOf(body.sale_date),
      quantity: body.quantity,
      grossCents: body.gross_cents,
      platformFeesCents: body.platform_fees_cents,
      paymentFeesCents: body.payment_fees_cents,
      shippingCents: body.shipping_cents,
      costBasisCents: body.cost_basis_cents,
      notes: body.notes,
    });
    const sale = { id, version: body.version };
    return answerEdit(changeBook(this.area, accountId, { do: 'edit sale', sale, facts }));
  }
}

function yearOf(year: string): number {
  if (!/^(?:19|2\d)\d{2}$/.test(year)) throw new AccountError('NotFound', 'There is no such year.');
  return Number(year);
}

function taxLineView(line: TitledTaxLine): TaxLineView {
  return {
    set_number: line.setNumber,
    title: line.title,
    quantity: line.quantity,
    acquired: line.acquiredDay === null ? null : formatIsoDay(line.acquiredDay),
    sold: formatIsoDay(line.soldDay),
    term: line.term,
    basis_cents: line.basisCents,
    proceeds_cents: line.proceedsCents,
    fees_cents: line.feesCents,
    gain_cents: line.gainCents,
    method: line.method,
    platform: line.platform,
  };
}

function taxTotalsView(totals: TaxTotals): TaxTotalsView {
  return {
    lines: totals.lines,
    copies: totals.quantity,
    proceeds_cents: totals.proceedsCents,
    fees_cents: totals.feesCents,
    basis_cents: totals.basisCents,
    gain_cents: totals.gainCents,
    lines_of_unknown_basis: totals.linesOfUnknownBasis,
  };
}

export function salesTotalsView(totals: SalesTotals): SalesTotalsView {
  return {
    sales: totals.sales,
    copies: totals.copies,
    gross_cents: totals.grossCents,
    fees_cents: totals.feesCents,
    net_cents: totals.netCents,
    cost_cents: totals.costCents,
    profit_cents: totals.profitCents,
    sales_of_unknown_cost: totals.salesOfUnknownCost,
  };
}
