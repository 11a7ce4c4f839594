import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import type { JsonText } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { type Batch, BatchBody, batchCost, BatchPipe } from './batch.body.ts';
import { BatchResponse, presentBatch } from './batch.presenter.ts';
import { MinifigDocuments } from './minifig.controller.ts';
import { SetDocuments } from './set.controller.ts';

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
      'At least one item, at most 100 different ones, sets and minifigures together; what is named twice is ' +
      'answered and counted once. Answers stand in the order asked. An item that does not exist does not fail ' +
      'the batch: it is answered with `found: false` and the number as it was asked.\n\nCosts one per ' +
      'different item; an invalid batch costs one; a batch that does not fit into what is left of the ' +
      'allowance is answered 429 and costs nothing.',
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
