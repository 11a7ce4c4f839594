import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import type { JsonText } from '../../http/json-text.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { BatchBody } from './batch.body.ts';
import { BatchPipe } from './batch.pipe.ts';
import { presentBatch } from './batch.presenter.ts';
import { BatchResponse } from './batch.response.ts';
import { type Batch, batchCost } from './batch.ts';
import { MinifigDocuments } from './minifig-documents.ts';
import { SetDocuments } from './set-documents.ts';

/** At least one of the two lists names something. */
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
    summary: 'Up to 100 sets and minifigures at once',
    description:
      'At least one item, at most 100 different ones, sets and minifigures together; what is named twice is answered and counted once. Answers stand in the order asked. An item that does not exist does not fail the batch: it is answered with `found: false` and the number as it was asked.\n\nCosts one per different item; an invalid batch costs one; a batch that does not fit into what is left of the allowance is answered 429 and costs nothing.',
    data: BatchResponse,
    scope: 'caller',
  })
  @ApiExtraModels(BatchBody)
  @ApiBody({ schema: BATCH_SCHEMA })
  async getBatch(@Body(BatchPipe) batch: Batch, @Admitted() request: AdmittedRequest): Promise<JsonText> {
    const [sets, minifigs] = await Promise.all([
      this.sets.findAll(batch.sets, request),
      this.minifigs.findAll(batch.minifigs, request),
    ]);
    return presentBatch(batch, sets, minifigs);
  }
}
