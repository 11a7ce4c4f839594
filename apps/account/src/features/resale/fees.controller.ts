import {
  MAX_COPIES,
  MAX_SALE_CENTS,
  type OwnFees,
  SELLING_PLATFORM_NAMES,
  SELLING_PLATFORMS,
  type SellingPlatform,
} from '@brickmarket/domain';
import {
  estimateSale,
  type PlatformFees,
  readSellingFees,
  resetSellingFees,
  saveSellingFees,
} from '@brickmarket/operations/resale';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { digits, TextField, WholeField } from '../../http/input.ts';
import {
  Flag,
  OneOf,
  OptionalWholeOrNull,
  PartOrNull,
  Parts,
  Text,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { ProceedsView, proceedsView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

const A_PERCENT = { message: 'Write a percentage, like 13.6.' };
const AN_AMOUNT = { message: 'Write an amount in dollars, like 0.40.' };

/** What one pays at a platform: hundredths of a percent of the price, and cents. Null: as published. */
class FeesBody {
  @Flag() @IsBoolean({ message: 'Say whether you sell there: true or false.' }) is_used!: boolean;
  @OptionalWholeOrNull() @IsInt(A_PERCENT) commission_basis_points?: number | null;
  @OptionalWholeOrNull() @IsInt(AN_AMOUNT) commission_fixed_cents?: number | null;
  @OptionalWholeOrNull() @IsInt(A_PERCENT) payment_basis_points?: number | null;
  @OptionalWholeOrNull() @IsInt(AN_AMOUNT) payment_fixed_cents?: number | null;
  @OptionalWholeOrNull() @IsInt(AN_AMOUNT) shipping_cents?: number | null;
}

class OwnFeesView {
  @Flag() is_used!: boolean;
  @WholeOrNull() commission_basis_points!: number | null;
  @WholeOrNull() commission_fixed_cents!: number | null;
  @WholeOrNull() payment_basis_points!: number | null;
  @WholeOrNull() payment_fixed_cents!: number | null;
  @WholeOrNull() shipping_cents!: number | null;
}

/** A part of a price, up to this much. */
class BandView {
  /** Null: without a limit. */
  @WholeOrNull() up_to_cents!: number | null;
  @Whole() basis_points!: number;
}

/** An amount for one sale, at a price up to this much. */
class FixedFeeView {
  @WholeOrNull() up_to_cents!: number | null;
  @Whole() cents!: number;
}

class PublishedFeesView {
  /** Since when they are in force. */
  @Text() from!: string;
  @Parts(() => BandView) commission!: BandView[];
  @Parts(() => FixedFeeView) fixed!: FixedFeeView[];
  @Whole() payment_basis_points!: number;
  @Whole() payment_fixed_cents!: number;
}

class PlatformFeesView {
  @OneOf(...SELLING_PLATFORMS) platform!: string;
  @Text() name!: string;
  @PartOrNull(() => PublishedFeesView) published!: PublishedFeesView | null;
  @PartOrNull(() => OwnFeesView) own!: OwnFeesView | null;
}

class FeesList {
  @Parts(() => PlatformFeesView) platforms!: PlatformFeesView[];
}

class EstimateQuery {
  @Text() @TextField(40, 'a set number') set_number!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_COPIES })
  @Transform(digits)
  @WholeField(1, MAX_COPIES, 'how many copies are sold')
  copies!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_SALE_CENTS })
  @Transform(digits)
  @WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents')
  gross_cents!: number;
}

class EstimateAnswer {
  /** Sums over all copies; null when the fees cannot be known. */
  @PartOrNull(() => ProceedsView) estimate!: ProceedsView | null;
}

@ApiTags('Resale')
@Controller('account/api/selling-fees')
export class FeesController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @ApiOkResponse({ type: FeesList })
  async listFees(@CurrentSession() { accountId }: SessionRecord): Promise<FeesList> {
    return { platforms: (await readSellingFees(this.area, accountId)).map(platformView) };
  }

  /** What the fees of a sale would be. */
  @Get(':platform/estimate')
  @ApiParam({ name: 'platform', type: String })
  @ApiOkResponse({ type: EstimateAnswer })
  async estimateFees(
    @Param('platform') platform: string,
    @Query() { set_number, copies, gross_cents }: EstimateQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EstimateAnswer> {
    const sale = { platform: platformOf(platform), setNumber: set_number, copies, grossCents: gross_cents };
    const estimate = await estimateSale(this.area, accountId, sale);
    return { estimate: estimate && proceedsView(estimate) };
  }

  @Post(':platform')
  @HttpCode(204)
  @ApiParam({ name: 'platform', type: String })
  @ApiNoContentResponse()
  saveFees(
    @Param('platform') platform: string,
    @Body() body: FeesBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<void> {
    return saveSellingFees(this.area, accountId, feesOf(platformOf(platform), body));
  }

  /** Back to the published fees. */
  @Delete(':platform')
  @HttpCode(204)
  @ApiParam({ name: 'platform', type: String })
  @ApiNoContentResponse()
  resetFees(@Param('platform') platform: string, @CurrentSession() { accountId }: SessionRecord): Promise<void> {
    return resetSellingFees(this.area, accountId, platformOf(platform));
  }
}

function platformOf(given: string): SellingPlatform {
  const platform = SELLING_PLATFORMS.find((one) => one === given);
  if (platform === undefined) throw new AccountError('NotFound', 'There is no marketplace with this name.');
  return platform;
}

function feesOf(platform: SellingPlatform, body: FeesBody): OwnFees {
  return {
    platform,
    isUsed: body.is_used,
    commissionBasisPoints: body.commission_basis_points ?? null,
    commissionFixedCents: body.commission_fixed_cents ?? null,
    paymentBasisPoints: body.payment_basis_points ?? null,
    paymentFixedCents: body.payment_fixed_cents ?? null,
    shippingCents: body.shipping_cents ?? null,
  };
}

function platformView({ platform, published, own }: PlatformFees): PlatformFeesView {
  const limit = (cents: number): number | null => (cents === Infinity ? null : cents);
  return {
    platform,
    name: SELLING_PLATFORM_NAMES[platform],
    published: published && {
      from: published.from,
      commission: published.commission.map(({ upToCents, basisPoints }) => ({
        up_to_cents: limit(upToCents),
        basis_points: basisPoints,
      })),
      fixed: published.fixed.map(({ upToCents, cents }) => ({ up_to_cents: limit(upToCents), cents })),
      payment_basis_points: published.paymentBasisPoints,
      payment_fixed_cents: published.paymentFixedCents,
    },
    own: own && {
      is_used: own.isUsed,
      commission_basis_points: own.commissionBasisPoints,
      commission_fixed_cents: own.commissionFixedCents,
      payment_basis_points: own.paymentBasisPoints,
      payment_fixed_cents: own.paymentFixedCents,
      shipping_cents: own.shippingCents,
    },
  };
}
