import { ApiProperty } from '@nestjs/swagger';
import { QueryInt } from './parameters.ts';

/** Page parameters as every list of the contract takes them. */
export class PageQuery {
  @QueryInt({ min: 1, max: 250, default: 50, description: 'How many rows to return at most.' })
  limit: number = 50;

  @QueryInt({ min: 0, max: 2_147_483_647, default: 0, description: 'How many rows to skip.' })
  offset: number = 0;
}

/** Where a page stands in its list. */
export class Pagination {
  @ApiProperty({ type: 'integer', minimum: 0 })
  total!: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 250 })
  limit!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  offset!: number;

  @ApiProperty()
  has_more!: boolean;
}

/** The contract's pagination object for a page that starts at `offset`. */
export function pagination(total: number, limit: number, offset: number): Pagination {
  return { total, limit, offset, has_more: offset + limit < total };
}
