import { Module } from '@nestjs/common';
import { CatalogController } from './catalog.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';
import { SetPages } from './set-area.ts';
import { SetPageController } from './set-page.controller.ts';

@Module({
  controllers: [CatalogController, SetPageController, RetailWatchController],
  providers: [SetPages],
})
export class SetsModule {}
