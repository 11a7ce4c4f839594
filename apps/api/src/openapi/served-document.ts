import { type INestApplication, Injectable } from '@nestjs/common';
import { describeContract } from './describe-contract.ts';

/** The OpenAPI document as text, written when it is first asked for: nobody waits for it at start. */
@Injectable()
export class ServedDocument {
  private app: INestApplication | null = null;
  private written: string | null = null;

  /** Says which application is to be described, once that is complete. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  get json(): string {
    this.written ??= JSON.stringify(describeContract(this.app!));
    return this.written;
  }
}
