import { type Condition, CONDITIONS } from '@brickmarket/domain';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

/** Which market's history to return. */
export class HistoryQuery {
  @ApiPropertyOptional({ enum: CONDITIONS, default: 'sealed' })
  @IsIn(CONDITIONS, { message: `$property must be one of ${CONDITIONS.join(', ')}` })
  condition: Condition = 'sealed';
}
