import { HISTORY_DAYS, type HistoryPeriod } from '@brickmarket/portfolio';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];

export class AnalyticsQuery {
  @ApiPropertyOptional({
    type: String,
    enum: PERIODS,
    default: '1y',
    description: 'How far back the value history goes.',
  })
  @IsOptional()
  @IsIn(PERIODS, { message: `period must be one of ${PERIODS.join(', ')}` })
  period: HistoryPeriod = '1y';
}
