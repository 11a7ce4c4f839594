import { EventLog } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateEvents1794783000001 } from './migrations/1794783000001-create-events.ts';
import { PostgresEventLog } from './postgres-event-log.ts';

/** The log of events, and the alerts that rules make of them. */
export const EVENTS: Feature = {
  ports: [bind(EventLog, PostgresEventLog)],
  migrations: [CreateEvents1794783000001],
};
