import {
  describeAlertRulePorts,
  describeDeliveryPorts,
  describeEventPorts,
} from '@brickmarket/persistence-ports/testing';
import { usePostgresStores } from '../../../../test/support/postgres-stores.ts';

describe('by the owner, whom row-level security does not restrict: the statements themselves name the account', () => {
  const postgres = usePostgresStores({ deliverRole: 'brickmarket_deliver' });
  describeEventPorts(postgres.open);
  describeAlertRulePorts(postgres.open);
  describeDeliveryPorts(postgres.open);
});

describe('by the role of the account area, whose grants suffice', () => {
  const postgres = usePostgresStores({ deliverRole: 'brickmarket_deliver', alertRole: 'brickmarket_account' });
  describeAlertRulePorts(postgres.open);
  describeDeliveryPorts(postgres.open);
});
