import { ChangeRetention, ItemChanges } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { RecordLargeChanges1795100000000 } from './migrations/1795100000000-record-large-changes.ts';
import { ShowChangesToAccountArea1795300000002 } from './migrations/1795300000002-show-changes-to-account-area.ts';
import { PostgresChangeRetention, PostgresItemChanges } from './postgres-item-changes.ts';

export const CHANGES: Feature = {
  ports: [bind(ChangeRetention, PostgresChangeRetention), bind(ItemChanges, PostgresItemChanges)],
  migrations: [RecordLargeChanges1795100000000, ShowChangesToAccountArea1795300000002],
};
