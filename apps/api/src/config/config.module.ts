import { type DynamicModule, Global, Module } from '@nestjs/common';
import { API_CONFIG } from './config.token.ts';
import type { ApiConfig } from './config.ts';

/** Makes the configuration injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: API_CONFIG, useValue: config }], exports: [API_CONFIG] };
  }
}
