import { FolderSnapshots, SnapshotStore } from '@brickmarket/catalog-copy';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { BulkController } from './bulk.controller.ts';
import { ChangesController } from './changes.controller.ts';
import { EXAMPLES } from './examples.generated.ts';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listSnapshots', path: '/catalog/bulk', parameters: {} },
  { operationId: 'listChanges', path: '/catalog/changes', parameters: { limit: 2 } },
  { operationId: 'listMigrations', path: '/catalog/migrations', parameters: { limit: 2 } },
];

@Feature({
  chapter: { name: 'Changes', description: 'Copies of the catalog that stay current.' },
  examples: EXAMPLES,
  controllers: [BulkController, ChangesController],
  providers: [
    {
      provide: SnapshotStore,
      inject: [API_CONFIG],
      useFactory: ({ snapshotFolder }: ApiConfig) => new FolderSnapshots(snapshotFolder),
    },
  ],
})
export class ChangesModule {}
