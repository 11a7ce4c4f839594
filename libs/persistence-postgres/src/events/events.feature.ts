import { AlertInbox, AlertRules, DeliveryQueue, EventLog, WebhookEndpoints } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateEvents1794783000001 } from './migrations/1794783000001-create-events.ts';
import { CreateAlerts1794783000002 } from './migrations/1794783000002-create-alerts.ts';
import { PostgresAlertInbox, PostgresAlertRules, PostgresWebhookEndpoints } from './postgres-alerts.ts';
import { PostgresDeliveryQueue } from './postgres-delivery-queue.ts';
import { PostgresEventLog } from './postgres-event-log.ts';

/** The log of events, and the alerts that rules make of them. */
export const EVENTS: Feature = {
  ports: [
    bind(AlertInbox, PostgresAlertInbox),
    bind(AlertRules, PostgresAlertRules),
    bind(DeliveryQueue, PostgresDeliveryQueue),
    bind(EventLog, PostgresEventLog),
    bind(WebhookEndpoints, PostgresWebhookEndpoints),
  ],
  migrations: [CreateEvents1794783000001, CreateAlerts1794783000002],
};
