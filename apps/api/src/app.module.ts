import { extensionModules } from '@brickmarket/service-runtime/extension-modules';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './access/access.module.ts';
import { DocumentCacheModule } from './caching/document-cache.ts';
import { type ApiConfig, ConfigModule } from './config/config.ts';
import { BrickfolioModule } from './features/brickfolio/brickfolio.module.ts';
import { CatalogModule } from './features/catalog/catalog.module.ts';
import { ChangesModule } from './features/changes/changes.module.ts';
import { ForecastModule } from './features/forecast/forecast.module.ts';
import { HistoryModule } from './features/history/history.module.ts';
import { MethodologyModule } from './features/methodology/methodology.module.ts';
import { RetailModule } from './features/retail/retail.module.ts';
import { SalesledgerModule } from './features/salesledger/salesledger.module.ts';
import { StatusModule } from './features/status/status.module.ts';
import { HealthModule } from './health/health.module.ts';
import { EXTENSION_PATH } from './http/contract.ts';
import { EnvelopeInterceptor } from './http/envelope.ts';
import { ErrorFilter } from './lifecycle/error.filter.ts';
import { LifecycleModule } from './lifecycle/start-and-stop.ts';
import { MetricsModule } from './metrics/metrics.module.ts';
import { OpenapiModule } from './openapi/openapi.module.ts';
import { PagesModule } from './pages/pages.module.ts';
import { EXTENSION_DATABASES, PersistenceModule } from './persistence.module.ts';

/** In the order of the API reference. */
export const FEATURES = [
  CatalogModule,
  HistoryModule,
  ForecastModule,
  ChangesModule,
  MethodologyModule,
  RetailModule,
  BrickfolioModule,
  SalesledgerModule,
  StatusModule,
];

@Module({})
export class AppModule {
  static with(config: ApiConfig, extensions: Extensions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        LifecycleModule,
        DocumentCacheModule,
        MetricsModule,
        PersistenceModule,
        AccessModule,
        HealthModule,
        OpenapiModule.with(extensions.kinds),
        PagesModule,
        ...FEATURES,
        ...extensionModules(extensions.all, { part: 'api', prefix: EXTENSION_PATH, databases: EXTENSION_DATABASES }),
      ],
      providers: [
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
