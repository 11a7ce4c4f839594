import { EventKinds } from '@brickmarket/alerts';
import type { Clock } from '@brickmarket/domain';
import { extensionModules } from '@brickmarket/service-runtime/extension-modules';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import { AreaModule, CLOCK, LOGGER } from './area/area.module.ts';
import { SignedInGuard } from './area/signed-in.guard.ts';
import { type AccountConfig, ConfigModule } from './config/config.ts';
import { PageScriptsController } from './area/page-scripts.controller.ts';
import { ActivityModule } from './features/activity/activity.module.ts';
import { AlertsModule } from './features/alerts/alerts.module.ts';
import { CollectionModule } from './features/collection/collection.module.ts';
import { IdentityModule } from './features/identity/identity.module.ts';
import { ImportsModule } from './features/imports/imports.module.ts';
import { KeysModule } from './features/keys/keys.module.ts';
import { ResaleModule } from './features/resale/resale.module.ts';
import { SetsModule } from './features/sets/sets.module.ts';
import { HealthModule } from './health/health.module.ts';
import { DeclaredAnswers } from './http/declared-answers.ts';
import { ErrorFilter } from './http/errors.ts';
import { strictValidation } from './http/input.ts';
import { MetricsModule } from './metrics/metrics.module.ts';
import { ServedDocument } from './openapi/document.ts';
import { DocumentController } from './area/document.controller.ts';
import { EXTENSION_DATABASES, PersistenceModule } from './persistence.module.ts';

export const EXTENSION_PATH = 'account/api/x';

@Module({})
class ProcessModule {
  static with(logger: Logger, clock: Clock, extensions: Extensions): DynamicModule {
    const providers = [
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: clock },
      { provide: EventKinds, useValue: extensions.kinds },
      { provide: Extensions, useValue: extensions },
    ];
    return { module: ProcessModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}

/** In the order of the document. A new feature adds its folder and a line here. */
export const FEATURES = [
  IdentityModule,
  KeysModule,
  SetsModule,
  CollectionModule,
  ResaleModule,
  ImportsModule,
  AlertsModule,
  ActivityModule,
];

@Module({})
export class AppModule {
  static with(config: AccountConfig, logger: Logger, clock: Clock, extensions: Extensions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        ProcessModule.with(logger, clock, extensions),
        PersistenceModule,
        AreaModule,
        ...FEATURES,
        ...extensionModules(extensions.all, {
          part: 'account',
          prefix: EXTENSION_PATH,
          databases: EXTENSION_DATABASES,
        }),
        HealthModule,
        MetricsModule,
      ],
      controllers: [DocumentController, PageScriptsController],
      providers: [
        ServedDocument,
        { provide: APP_GUARD, useClass: SignedInGuard },
        { provide: APP_PIPE, useValue: strictValidation },
        { provide: APP_INTERCEPTOR, useClass: DeclaredAnswers },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
