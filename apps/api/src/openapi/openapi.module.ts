import { Inject, Controller, Get, Header, type INestApplication, Injectable, Module, type Type } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { JSON_TYPE, OutsideContract } from '../http/contract.ts';
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

/** The contract for machines. */
@ApiExcludeController()
@Controller('openapi.json')
export class OpenapiController {
  constructor(private readonly document: ServedDocument) {}

  @Get()
  @OutsideContract()
  @Header('content-type', JSON_TYPE)
  @Header('access-control-allow-origin', '*')
  getDocument(): string {
    return this.document.json;
  }
}

@Module({ controllers: [OpenapiController], providers: [ServedDocument] })
export class OpenapiModule {}
