import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { MinifigDocuments } from '../minifig-documents.ts';
import { SetDocuments } from '../set-documents.ts';
import { presentBatch } from './batch.presenter.ts';
import { BatchPipe } from './batch.pipe.ts';
import { type Batch, batchCost } from './batch.ts';

@Controller(`${V1}/catalog/batch`)
export class BatchController {
  constructor(
    private readonly sets: SetDocuments,
    private readonly minifigs: MinifigDocuments,
  ) {}

  @Post()
  @HttpCode(200)
  @QuotaCost(batchCost)
  async getBatch(@Body(BatchPipe) batch: Batch, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const [sets, minifigs] = await Promise.all([this.sets.findAll(batch.sets, request), this.minifigs.findAll(batch.minifigs, request)]);
    return presentBatch(batch, sets, minifigs);
  }
}
