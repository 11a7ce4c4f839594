import { EventKinds } from '@brickmarket/alerts';
import type { Clock } from '@brickmarket/domain';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import { AreaModule, CLOCK, LOGGER } from './area/area.module.ts';
import { SignedInGuard } from './area/signed-in.guard.ts';
import { type AccountConfig, ConfigModule } from './config/config.ts';
import { DeliveriesController } from './features/alerts/deliveries.controller.ts';
import { EndpointsController } from './features/alerts/endpoints.controller.ts';
import { alertArea, InboxController } from './features/alerts/inbox.controller.ts';
import { RulesController } from './features/alerts/rules.controller.ts';
import { bookArea } from './features/collection/book.ts';
import { ChangesController } from './features/collection/changes.controller.ts';
import { HoldingEditsController } from './features/collection/holding-edits.controller.ts';
import { HoldingsController } from './features/collection/holdings.controller.ts';
import { LedgerController } from './features/collection/ledger.controller.ts';
import { OverviewController } from './features/collection/overview.controller.ts';
import { SellController } from './features/collection/sell.controller.ts';
import { ExportsController } from './features/imports/exports.controller.ts';
import { ImportRowsController } from './features/imports/import-rows.controller.ts';
import { ImportsController } from './features/imports/imports.controller.ts';
import { KeysController } from './features/keys.controller.ts';
import { LinksController } from './features/links.controller.ts';
import { HealthController, LogController } from './features/log.controller.ts';
import { SecurityController } from './features/security.controller.ts';
import { SessionStates } from './features/session-state.ts';
import { CatalogController } from './features/sets/catalog.controller.ts';
import { RetailWatchController } from './features/sets/retail-watch.controller.ts';
import { SetPageController } from './features/sets/set-page.controller.ts';
import { SignInController } from './features/sign-in.controller.ts';
import { CsvExports } from './http/csv-exports.ts';
import { ErrorFilter } from './http/errors.ts';
import { strictValidation } from './http/input.ts';
import { DocumentController, ServedDocument } from './openapi/document.ts';
import { PersistenceModule } from './persistence.module.ts';

@Module({})
class ProcessModule {
  static with(logger: Logger, clock: Clock, kinds: EventKinds): DynamicModule {
    const providers = [
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: clock },
      { provide: EventKinds, useValue: kinds },
    ];
    return { module: ProcessModule, global: true, providers, exports: [LOGGER, CLOCK, EventKinds] };
  }
}

@Module({})
export class AppModule {
  static with(config: AccountConfig, logger: Logger, clock: Clock, kinds: EventKinds): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.with(config), ProcessModule.with(logger, clock, kinds), PersistenceModule, AreaModule],
      controllers: [
        SignInController,
        LinksController,
        SecurityController,
        KeysController,
        CatalogController,
        SetPageController,
        RetailWatchController,
        HoldingsController,
        SellController,
        HoldingEditsController,
        ChangesController,
        LedgerController,
        OverviewController,
        ImportsController,
        ImportRowsController,
        ExportsController,
        InboxController,
        RulesController,
        EndpointsController,
        DeliveriesController,
        LogController,
        HealthController,
        DocumentController,
      ],
      providers: [
        SessionStates,
        bookArea,
        alertArea,
        ServedDocument,
        CsvExports,
        { provide: APP_GUARD, useClass: SignedInGuard },
        { provide: APP_PIPE, useValue: strictValidation },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
