import { Module } from '@nestjs/common';
import { BuyController } from './buy.controller.ts';
import { FeesController } from './fees.controller.ts';
import { ResalePages } from './resale-area.ts';
import { SellListController } from './sell-list.controller.ts';

@Module({
  controllers: [SellListController, BuyController, FeesController],
  providers: [ResalePages],
})
export class ResaleModule {}
