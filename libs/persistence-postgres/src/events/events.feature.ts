import {
  AlertFeeds,
  AlertInbox,
  AlertRules,
  DeliveryQueue,
  EventLog,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { PostgresAlertFeeds } from './postgres-alert-feeds.ts';
import { PostgresAlertInbox } from './postgres-alert-inbox.ts';
import { PostgresAlertRules } from './postgres-alert-rules.ts';
import { PostgresDeliveryQueue } from './postgres-delivery-queue.ts';
import { PostgresEventLog } from './postgres-event-log.ts';
import { PostgresWebhookEndpoints } from './postgres-webhook-endpoints.ts';

export const EVENTS: Feature = {
  ports: [
    bind(AlertFeeds, PostgresAlertFeeds),
    bind(AlertInbox, PostgresAlertInbox),
    bind(AlertRules, PostgresAlertRules),
    bind(DeliveryQueue, PostgresDeliveryQueue),
    bind(EventLog, PostgresEventLog),
    bind(WebhookEndpoints, PostgresWebhookEndpoints),
  ],
};
