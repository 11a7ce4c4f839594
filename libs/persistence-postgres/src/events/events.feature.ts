import {
  AlertFeeds,
  AlertInbox,
  AlertRules,
  DeliveryQueue,
  EventLog,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateEvents1794783000001 } from './migrations/1794783000001-create-events.ts';
import { CreateAlerts1794783000002 } from './migrations/1794783000002-create-alerts.ts';
import { OpenAlertsToAccountArea1794790000000 } from './migrations/1794790000000-open-alerts-to-account-area.ts';
import { AddStatesOfEndpoints1794917040001 } from './migrations/1794917040001-add-states-of-endpoints.ts';
import { VerifyEndpoints1794917040002 } from './migrations/1794917040002-verify-endpoints.ts';
import { OpenEventKinds1794917220000 } from './migrations/1794917220000-open-event-kinds.ts';
import { GiveAlertsTheirRules1794970000001 } from './migrations/1794970000001-give-alerts-their-rules.ts';
import { CreateAlertFeeds1794970000002 } from './migrations/1794970000002-create-alert-feeds.ts';
import { PostgresAlertFeeds } from './postgres-alert-feeds.ts';
import { ForgetByTriggers1794973000001 } from './migrations/1794973000001-forget-by-triggers.ts';
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
  migrations: [
    CreateEvents1794783000001,
    CreateAlerts1794783000002,
    OpenAlertsToAccountArea1794790000000,
    AddStatesOfEndpoints1794917040001,
    VerifyEndpoints1794917040002,
    OpenEventKinds1794917220000,
    GiveAlertsTheirRules1794970000001,
    CreateAlertFeeds1794970000002,
    ForgetByTriggers1794973000001,
  ],
};
