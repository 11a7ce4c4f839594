import { Inject, type INestApplication, Injectable, type Type } from '@nestjs/common';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { describeContract } from './describe-contract.ts';

/** The OpenAPI document as text, written when it is first asked for: nobody waits for it at start. */
@Injectable()
export class ServedDocument {
  private described: { readonly app: INestApplication; readonly features: readonly Type[] } | null = null;
  private written: string | null = null;

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  /** To be called once the application is complete. */
  describe(app: INestApplication, features: readonly Type[]): void {
    this.described = { app, features };
  }

  get json(): string {
    const { app, features } = this.described!;
    this.written ??= JSON.stringify(describeContract(app, features, this.config.contactEmail));
    return this.written;
  }
}
