import { ApiProperty } from '@nestjs/swagger';

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
