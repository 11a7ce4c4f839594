import { type EpochDay, type Minifig, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { SetIdentity } from '@brickmarket/persistence-ports';
import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/pagination.ts';

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

/** A set among search results: identity only, no values. */
export function presentSetResult(set: SetIdentity, today: EpochDay): SetSearchResult {
  return {
    set_number: set.setNumber,
    title: set.title,
    theme: set.theme,
    subtheme: set.subtheme,
    pieces: set.pieces,
    year: set.year,
    retired: setStatusOn(set, today) === SetStatus.retired,
    image_url: set.imageUrl,
  };
}

/** A minifigure among search results: identity only, no values. */
export function presentMinifigResult(minifig: Minifig): MinifigSearchResult {
  return {
    minifig_number: minifig.minifigNumber,
    name: minifig.name,
    category: minifig.category,
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
  };
}
