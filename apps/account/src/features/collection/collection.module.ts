import { Module } from '@nestjs/common';
import { bookArea } from './book.ts';
import { ChangesController } from './changes.controller.ts';
import { HoldingEditsController } from './holding-edits.controller.ts';
import { HoldingsController } from './holdings.controller.ts';
import { LedgerController } from './ledger.controller.ts';
import { OverviewController } from './overview.controller.ts';
import { SellController } from './sell.controller.ts';
import { SeveralHoldingsController } from './several-holdings.controller.ts';

@Module({
  controllers: [
    HoldingsController,
    SellController,
    SeveralHoldingsController,
    HoldingEditsController,
    ChangesController,
    LedgerController,
    OverviewController,
  ],
  providers: [bookArea],
})
export class CollectionModule {}
