import { Module } from '@nestjs/common';
import { CatalogController } from './catalog.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';
import { SetPages } from './set-area.ts';
import { SetPageController } from './set-page.controller.ts';
import { SetPicturesController } from './set-pictures.controller.ts';
import { SetPictures } from './set-pictures.ts';

@Module({
  controllers: [CatalogController, SetPageController, SetPicturesController, RetailWatchController],
  providers: [SetPages, SetPictures],
})
export class SetsModule {}
