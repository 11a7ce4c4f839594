import { ChangeRetention, ItemChanges } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { RecordChanges1794950000001 } from './migrations/1794950000001-record-changes.ts';
import { RecordLargeChanges1795100000000 } from './migrations/1795100000000-record-large-changes.ts';
import { PostgresChangeRetention, PostgresItemChanges } from './postgres-item-changes.ts';

export const CHANGES: Feature = {
  ports: [bind(ChangeRetention, PostgresChangeRetention), bind(ItemChanges, PostgresItemChanges)],
  migrations: [RecordChanges1794950000001, RecordLargeChanges1795100000000],
};
