import { describeAlertPorts, describeEventPorts } from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

const postgres = usePostgresStores({ deliverRole: 'brickmarket_deliver' });

describeEventPorts(postgres.open);
describeAlertPorts(postgres.open);
