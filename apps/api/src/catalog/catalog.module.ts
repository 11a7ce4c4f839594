import { Module } from '@nestjs/common';
import { BatchController } from './batch/batch.controller.ts';
import { MinifigDocuments } from './minifig-documents.ts';
import { MinifigController } from './minifig.controller.ts';
import { SearchController } from './search/search.controller.ts';
import { SetDocuments } from './set-documents.ts';
import { SetController } from './set.controller.ts';
import { ThemesController } from './themes.controller.ts';

/** Sets and minifigures: one by one, in batches, by search, by theme. */
@Module({
  controllers: [SetController, MinifigController, SearchController, ThemesController, BatchController],
  providers: [SetDocuments, MinifigDocuments],
})
export class CatalogModule {}
