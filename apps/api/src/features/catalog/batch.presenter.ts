import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { type JsonDocument, JsonText } from '../../http/json-document.ts';
import { type Batch, countItems } from './batch.body.ts';
import { MinifigResponse } from './minifig.presenter.ts';
import { SetResponse } from './set.presenter.ts';

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

type Documents = readonly (JsonDocument | null)[];

/** A batch's answer, put together from documents that are JSON already. */
export function presentBatch(batch: Batch, sets: Documents, minifigs: Documents): JsonText {
  const found = [...sets, ...minifigs].filter((document) => document !== null).length;
  const summary = JSON.stringify({ requested: countItems(batch), found });
  const setItems = items('set_number', batch.sets, sets);
  const minifigItems = items('minifig_number', batch.minifigs, minifigs);
  return new JsonText(`{"sets":[${setItems}],"minifigs":[${minifigItems}],"summary":${summary}}`);
}

function items(nameOfNumber: string, asked: readonly string[], documents: Documents): string {
  return documents
    .map((document, index) =>
      document === null
        ? JSON.stringify({ [nameOfNumber]: asked[index], found: false })
        : `${document.json.slice(0, -1)},"found":true}`,
    )
    .join(',');
}
