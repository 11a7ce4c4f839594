import { describeStagedImportPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describeStagedImportPorts(usePostgresStores().open);
