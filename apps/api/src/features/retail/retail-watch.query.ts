import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { QueryInstant } from '../../http/query-instant.decorator.ts';
import { QueryList } from '../../http/query-list.decorator.ts';
import { CHANGE_WINDOW } from './change-window.ts';

/** Which of the caller's held sets to return. All that are given apply together. */
export class RetailWatchQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: CHANGE_WINDOW.source,
    example: '24h',
    description:
      'Only sets whose price at either retailer changed within the last so many minutes (m), hours (h) or days (d).',
  })
  @IsOptional()
  @Matches(CHANGE_WINDOW, { message: '$property must be digits followed by m, h or d, like 30m, 3h or 7d' })
  changed_within?: string;

  @QueryInstant({ description: 'Only sets whose price at either retailer changed then or later.' })
  since?: Date;

  @QueryList({
    description: "One of the retailer's product identifiers, or several with a comma between them.",
    example: 'B00EXAMPLE,B01EXAMPLE',
  })
  asin?: readonly string[];

  @QueryList({
    description: 'One UPC or EAN, or several with a comma between them, with or without leading zero.',
    example: '036000291452,4006381333931',
  })
  upc?: readonly string[];
}
