import { formatIsoMonth, MAX_COPIES, MAX_SALE_CENTS } from '@brickmarket/domain';
import { addSale, addUpLedger, type BookArea, editSale, reportTaxYear } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { saleResult, type SalesTotals } from '@brickmarket/portfolio';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { CsvExports } from '../../http/csv-exports.ts';
import { AccountError } from '../../http/errors.ts';
import { pageQuery, RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  AmountOrNull,
  OptionalText,
  OptionalWhole,
  OptionalWholeOrNull,
  Part,
  Parts,
  Text,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { answerEdit, BOOK_AREA, dayOf, EditAnswer, givenOf, SaleView, saleView, Version } from './book.ts';
import {
  PlatformField,
  platformOf,
  ProceedsField,
  SaleDateField,
  SaleFeesBody,
  SaleTermsBody,
  saleTermsOf,
} from './sale-body.ts';

class LedgerQuery extends pageQuery(50, 250) {}

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

const CopiesField = (): PropertyDecorator => WholeField(1, MAX_COPIES, 'how many copies were sold');
const CostField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the cost in cents');

class NewSaleBody extends SaleTermsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OptionalWhole() @IsOptional() @CopiesField() quantity?: number;
  @OptionalWholeOrNull() @IsOptional() @CostField() cost_basis_cents?: number | null;
}

class EditSaleBody extends SaleFeesBody {
  @Version() version!: number;
  @OptionalText() @IsOptional() @PlatformField() platform?: string;
  @OptionalText() @IsOptional() @SaleDateField() sale_date?: string;
  @OptionalWhole() @IsOptional() @ProceedsField() gross_cents?: number;
  @OptionalWhole() @IsOptional() @CopiesField() quantity?: number;
  @OptionalWholeOrNull() @IsOptional() @CostField() cost_basis_cents?: number | null;
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
    @Query() { limit, offset }: LedgerQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<LedgerPage> {
    const page = await this.area.book.listSalePage(accountId, { limit, offset });
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
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  getTaxYear(@Param('year') year: string, @CurrentSession() { accountId }: SessionRecord): StreamableFile {
    if (!/^(?:19|2\d)\d{2}$/.test(year)) throw new AccountError('NotFound', 'There is no such year.');
    const report = reportTaxYear(this.area, accountId, Number(year));
    return this.exports.send(accountId, report, `brickmarket-sales-${year}.csv`);
  }

  @Post()
  @ApiCreatedResponse({ type: EditAnswer })
  addSale(@Body() body: NewSaleBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    return answerEdit(
      addSale(this.area, accountId, {
        ...saleTermsOf(body),
        setNumber: body.set_number,
        quantity: body.quantity ?? 1,
        costBasisCents: body.cost_basis_cents ?? null,
      }),
    );
  }

  @Post(':id')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
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
    return answerEdit(editSale(this.area, accountId, { id, version: body.version }, facts));
  }
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
