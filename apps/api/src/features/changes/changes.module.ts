import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { ChangesController } from './changes.controller.ts';
import { EXAMPLES } from './examples.generated.ts';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listChanges', path: '/catalog/changes', parameters: { limit: 2 } },
  { operationId: 'listMigrations', path: '/catalog/migrations', parameters: { limit: 2 } },
];

@Feature({
  chapter: { name: 'Changes', description: 'A copy of the catalogue that stays right.' },
  examples: EXAMPLES,
  controllers: [ChangesController],
})
export class ChangesModule {}
