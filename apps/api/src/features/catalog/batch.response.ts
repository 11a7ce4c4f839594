import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { MinifigResponse } from './minifig.response.ts';
import { SetResponse } from './set.response.ts';

export class FoundSet extends SetResponse {
  @ApiProperty({ enum: [true] })
  found!: true;
}

export class MissingSet {
  @ApiProperty({ description: 'As it was asked for.' })
  set_number!: string;

  @ApiProperty({ enum: [false] })
  found!: false;
}

export class FoundMinifig extends MinifigResponse {
  @ApiProperty({ enum: [true] })
  found!: true;
}

export class MissingMinifig {
  @ApiProperty({ description: 'As it was asked for.' })
  minifig_number!: string;

  @ApiProperty({ enum: [false] })
  found!: false;
}

export class BatchSummary {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100 })
  requested!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  found!: number;
}

@ApiExtraModels(FoundSet, MissingSet, FoundMinifig, MissingMinifig)
export class BatchResponse {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(FoundSet) }, { $ref: getSchemaPath(MissingSet) }] },
  })
  sets!: readonly (FoundSet | MissingSet)[];

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(FoundMinifig) }, { $ref: getSchemaPath(MissingMinifig) }] },
  })
  minifigs!: readonly (FoundMinifig | MissingMinifig)[];

  @ApiProperty({ type: BatchSummary })
  summary!: BatchSummary;
}
