import {
  MAX_COPIES,
  MAX_SALE_CENTS,
  SELLING_PLATFORM_NAMES,
  SELLING_PLATFORMS,
  type SellingPlatform,
} from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { estimateSale, readSellingFees, resetSellingFees, saveSellingFees } from '@brickmarket/operations/resale';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt } from 'class-validator';
import { NoContent, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { digits, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { ProceedsView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

const A_PERCENT = { message: 'Write a percentage, like 13.6.' };
const AN_AMOUNT = { message: 'Write an amount in dollars, like 0.40.' };

/** Hundredths of a percent of the price, and cents. Null: as published. */
class FeesBody {
  @is.Flag() @IsBoolean({ message: 'Say whether you sell there: true or false.' }) isUsed!: boolean;
  @is.OptionalWholeOrNull() @IsInt(A_PERCENT) commissionBasisPoints: number | null = null;
  @is.OptionalWholeOrNull() @IsInt(AN_AMOUNT) commissionFixedCents: number | null = null;
  @is.OptionalWholeOrNull() @IsInt(A_PERCENT) paymentBasisPoints: number | null = null;
  @is.OptionalWholeOrNull() @IsInt(AN_AMOUNT) paymentFixedCents: number | null = null;
  @is.OptionalWholeOrNull() @IsInt(AN_AMOUNT) shippingCents: number | null = null;
}

class OwnFeesView {
  @is.Flag() isUsed!: boolean;
  @is.WholeOrNull() commissionBasisPoints!: number | null;
  @is.WholeOrNull() commissionFixedCents!: number | null;
  @is.WholeOrNull() paymentBasisPoints!: number | null;
  @is.WholeOrNull() paymentFixedCents!: number | null;
  @is.WholeOrNull() shippingCents!: number | null;
}

/** Up to this part of a price. */
class BandView {
  /** Null: unlimited, as JSON writes Infinity. */
  @is.WholeOrNull() upToCents!: number | null;
  @is.Whole() basisPoints!: number;
}

class FixedFeeView {
  @is.WholeOrNull() upToCents!: number | null;
  @is.Whole() cents!: number;
}

class PublishedFeesView {
  /** Start. */
  @is.Text() from!: string;
  @is.Parts(() => BandView) commission!: readonly BandView[];
  @is.Parts(() => FixedFeeView) fixed!: readonly FixedFeeView[];
  @is.Whole() paymentBasisPoints!: number;
  @is.Whole() paymentFixedCents!: number;
}

class PlatformFeesView {
  @is.OneOf(...SELLING_PLATFORMS) platform!: string;
  @is.Text() name!: string;
  @is.PartOrNull(() => PublishedFeesView) published!: PublishedFeesView | null;
  @is.PartOrNull(() => OwnFeesView) own!: OwnFeesView | null;
}

class FeesList {
  @is.Parts(() => PlatformFeesView) platforms!: readonly PlatformFeesView[];
}

class EstimateQuery {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_COPIES })
  @Transform(digits)
  @WholeField(1, MAX_COPIES, 'how many copies are sold')
  copies!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_SALE_CENTS })
  @Transform(digits)
  @WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents')
  grossCents!: number;
}

class EstimateAnswer {
  /** Over all copies; null: unknown fees. */
  @is.PartOrNull(() => ProceedsView) estimate!: ProceedsView | null;
}

@ApiTags('Resale')
@Controller('account/api/selling-fees')
export class FeesController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @Ok(FeesList)
  async listFees(@AccountId() accountId: number): Promise<FeesList> {
    const fees = await readSellingFees(this.area, accountId);
    return { platforms: fees.map((one) => ({ ...one, name: SELLING_PLATFORM_NAMES[one.platform] })) };
  }

  @Get(':platform/estimate')
  @ApiParam({ name: 'platform', type: String })
  @Ok(EstimateAnswer)
  async estimateFees(
    @Param('platform') platform: string,
    @Query() { setNumber, copies, grossCents }: EstimateQuery,
    @AccountId() accountId: number,
  ): Promise<EstimateAnswer> {
    const sale = { platform: platformOf(platform), setNumber, copies, grossCents };
    return { estimate: await estimateSale(this.area, accountId, sale) };
  }

  @Post(':platform')
  @NoContent()
  @ApiParam({ name: 'platform', type: String })
  saveFees(
    @Param('platform') platform: string,
    @Body() { ...fees }: FeesBody,
    @AccountId() accountId: number,
  ): Promise<void> {
    return saveSellingFees(this.area, accountId, { platform: platformOf(platform), ...fees });
  }

  @Delete(':platform')
  @NoContent()
  @ApiParam({ name: 'platform', type: String })
  resetFees(@Param('platform') platform: string, @AccountId() accountId: number): Promise<void> {
    return resetSellingFees(this.area, accountId, platformOf(platform));
  }
}

function platformOf(given: string): SellingPlatform {
  const platform = SELLING_PLATFORMS.find((one) => one === given);
  if (platform === undefined) throw new AccountError('NotFound', 'There is no marketplace with this name.');
  return platform;
}
