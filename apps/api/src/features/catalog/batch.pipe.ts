import type { PipeTransform } from '@nestjs/common';
import { type Batch, batchOf } from './batch.ts';

/** The request body as a batch. */
export class BatchPipe implements PipeTransform<unknown, Batch> {
  transform(body: unknown): Batch {
    return batchOf(body);
  }
}
