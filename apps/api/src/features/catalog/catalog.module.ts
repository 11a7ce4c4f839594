import { Feature } from '../../openapi/feature.decorator.ts';
import { BatchController } from './batch.controller.ts';
import { EXAMPLES } from './examples.generated.ts';
import { MinifigController, MinifigDocuments } from './minifig.controller.ts';
import { SearchController } from './search.controller.ts';
import { SetController, SetDocuments } from './set.controller.ts';
import { ThemesController } from './themes.controller.ts';

@Feature({
  chapter: { name: 'Catalogue', description: 'Sets and minifigures: one by one, in batches, by search, by theme.' },
  examples: EXAMPLES,
  controllers: [SetController, MinifigController, SearchController, ThemesController, BatchController],
  providers: [SetDocuments, MinifigDocuments],
})
export class CatalogModule {}
