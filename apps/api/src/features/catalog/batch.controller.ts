import { Omittable } from '@brickmarket/extension';
import { type PipeTransform, Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiPropertyOptional, ApiExtraModels, ApiProperty, getSchemaPath, ApiBody } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { badRequest } from '../../http/api-error.ts';
import { MalformedBody, validateAs } from '../../http/strict-input.ts';
import { V1 } from '../../http/contract.ts';
import { type JsonDocument, JsonPieces, separated } from '../../fast-path/json-bytes.ts';
import { Characters } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { MinifigResponse, MinifigDocuments } from './minifig.controller.ts';
import { SetDocuments } from './set.controller.ts';
import { SetResponse } from './set.presenter.ts';

const ITEM = { type: 'string', minLength: 1, maxLength: 100 } as const;

export class BatchBody {
  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Set numbers.' })
  @Omittable()
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  @IsArray()
  sets?: string[];

  @ApiPropertyOptional({ type: 'array', items: ITEM, description: 'Minifigure numbers.' })
  @Omittable()
  @Characters(ITEM.minLength, ITEM.maxLength, { each: true })
  @IsArray()
  minifigs?: string[];
}

const MAX_BATCH_ITEMS = 100;

export interface Batch {
  readonly sets: readonly string[];
  readonly minifigs: readonly string[];
}

// The guard needs the cost before the pipe needs the content: parsed once for both.
const parsed = new WeakMap<object, Batch | Error>();

/** Throws a 400 that names the fault. */
export function batchOf(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('the body must be a JSON object with "sets", "minifigs" or both');
  let batch = parsed.get(body);
  if (batch === undefined) {
    batch = parseOrError(body);
    parsed.set(body, batch);
  }
  if (batch instanceof Error) throw batch;
  return batch;
}

/** One per item; one for an invalid batch. */
function batchCost(body: unknown): number {
  try {
    return countItems(batchOf(body));
  } catch {
    return 1;
  }
}

function countItems(batch: Batch): number {
  return batch.sets.length + batch.minifigs.length;
}

function parseOrError(body: object): Batch | Error {
  try {
    return parse(body);
  } catch (error) {
    return error as Error;
  }
}

function parse(body: object): Batch {
  if (body instanceof MalformedBody) throw badRequest(body.reason);
  const { sets, minifigs } = validateAs(BatchBody, body);
  const batch = { sets: [...new Set(sets ?? [])], minifigs: [...new Set(minifigs ?? [])] };
  const count = countItems(batch);
  if (count === 0) throw badRequest('name at least one set or minifigure');
  if (count > MAX_BATCH_ITEMS)
    throw badRequest(`a batch has at most ${MAX_BATCH_ITEMS} different items, this one has ${count}`);
  return batch;
}

class BatchPipe implements PipeTransform<unknown, Batch> {
  transform(body: unknown): Batch {
    return batchOf(body);
  }
}

export class FoundSet extends SetResponse {
  @ApiProperty({ enum: [true] })
  found!: true;
}

export class MissingSet {
  @ApiProperty({ description: 'Number as in the request.' })
  set_number!: string;

  @ApiProperty({ enum: [false] })
  found!: false;
}

export class FoundMinifig extends MinifigResponse {
  @ApiProperty({ enum: [true] })
  found!: true;
}

export class MissingMinifig {
  @ApiProperty({ description: 'Number as in the request.' })
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

function presentBatch(batch: Batch, sets: Documents, minifigs: Documents): JsonPieces {
  const found = [...sets, ...minifigs].filter((document) => document !== null).length;
  const summary = JSON.stringify({ requested: countItems(batch), found });
  return new JsonPieces([
    Buffer.from('{"sets":['),
    ...items('set_number', batch.sets, sets),
    Buffer.from('],"minifigs":['),
    ...items('minifig_number', batch.minifigs, minifigs),
    Buffer.from(`],"summary":${summary}}`),
  ]);
}

const FOUND = Buffer.from(',"found":true}');

function items(nameOfNumber: string, asked: readonly string[], documents: Documents): readonly Buffer[] {
  return separated(
    documents.map(
      (document, index) =>
        document?.endingWith(FOUND) ?? [Buffer.from(JSON.stringify({ [nameOfNumber]: asked[index], found: false }))],
    ),
  );
}

/** At least one list is not empty. */
const BATCH_SCHEMA = {
  allOf: [{ $ref: getSchemaPath(BatchBody) }],
  anyOf: ['sets', 'minifigs'].map((list) => ({ required: [list], properties: { [list]: { minItems: 1 } } })),
};

@Controller(`${V1}/catalog/batch`)
export class BatchController {
  constructor(
    private readonly sets: SetDocuments,
    private readonly minifigs: MinifigDocuments,
  ) {}

  @Post()
  @HttpCode(200)
  @QuotaCost(batchCost, '1 per different item')
  @ContractRoute({
    summary: 'Up to 100 sets and minifigures in one request',
    description:
      'Takes 1 to 100 different items, sets and minifigures together. Duplicates count once. ' +
      'Results have the order of the request. An item that does not exist has `found: false` and ' +
      'the number as in the request.\n\nCosts one call per different item. An invalid batch ' +
      'costs one. A batch that exceeds the rest of the quota gets 429 and costs nothing. A body ' +
      'with a `Content-Encoding` gets 400.',
    data: BatchResponse,
    scope: 'asked by body',
  })
  @ApiExtraModels(BatchBody)
  @ApiBody({ schema: BATCH_SCHEMA })
  async getBatch(@Body(BatchPipe) batch: Batch, @Admitted() request: AdmittedRequest): Promise<JsonPieces> {
    const [sets, minifigs] = await Promise.all([
      this.sets.findAll(batch.sets, request),
      this.minifigs.findAll(batch.minifigs, request),
    ]);
    return presentBatch(batch, sets, minifigs);
  }
}
