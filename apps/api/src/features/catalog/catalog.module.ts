import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { BatchController } from './batch.controller.ts';
import { EXAMPLES } from './examples.generated.ts';
import { MinifigController, MinifigDocuments } from './minifig.controller.ts';
import { SearchController } from './search.controller.ts';
import { SetController, SetDocuments } from './set.controller.ts';
import { ThemesController } from './themes.controller.ts';

const SET = '75328-1';
const MINIFIG = 'fig-011945';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getSet', path: '/set/{number}', parameters: { number: SET } },
  { operationId: 'getMinifig', path: '/minifig/{number}', parameters: { number: MINIFIG } },
  { operationId: 'searchSets', path: '/catalog/sets/search', parameters: { q: 'of', limit: 2 } },
  { operationId: 'searchMinifigs', path: '/catalog/minifigs/search', parameters: { q: 'hair', limit: 2 } },
  { operationId: 'listThemes', path: '/catalog/themes', parameters: {} },
  {
    operationId: 'getBatch',
    path: '/catalog/batch',
    parameters: {},
    body: { sets: [SET, '0-0'], minifigs: [MINIFIG] },
  },
];

@Feature({
  chapter: { name: 'Catalog', description: 'Sets and minifigures: single, in batches, by search, by theme.' },
  examples: EXAMPLES,
  controllers: [SetController, MinifigController, SearchController, ThemesController, BatchController],
  providers: [SetDocuments, MinifigDocuments],
})
export class CatalogModule {}
