import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/pagination.response.ts';

export class SetSearchResult {
  @ApiProperty()
  set_number!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({ type: String, nullable: true })
  theme!: string | null;

  @ApiProperty({ type: String, nullable: true })
  subtheme!: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  pieces!: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  year!: number | null;

  @ApiProperty()
  retired!: boolean;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;
}

export class SetSearchResponse {
  @ApiProperty({ type: [SetSearchResult] })
  results!: readonly SetSearchResult[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

export class MinifigSearchResult {
  @ApiProperty()
  minifig_number!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  category!: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  year_released!: number | null;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;
}

export class MinifigSearchResponse {
  @ApiProperty({ type: [MinifigSearchResult] })
  results!: readonly MinifigSearchResult[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}
