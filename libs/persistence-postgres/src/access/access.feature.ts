import {
  AccountStore,
  AdmissionGate,
  ApiKeyStore,
  KeyUsageReport,
  KeyUsageRetention,
  RouteUsage,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { IndexWhatTimeAsks1795260000000 } from './migrations/1795260000000-index-what-time-asks.ts';
import { PostgresAccountStore, PostgresApiKeyStore } from './postgres-accounts.ts';
import {
  PostgresAdmissionGate,
  PostgresKeyUsageReport,
  PostgresKeyUsageRetention,
  PostgresStoreClock,
} from './postgres-quota.ts';
import { PostgresRouteUsage } from './postgres-route-usage.ts';

export const ACCESS: Feature = {
  ports: [
    bind(AccountStore, PostgresAccountStore),
    bind(AdmissionGate, PostgresAdmissionGate),
    bind(ApiKeyStore, PostgresApiKeyStore),
    bind(KeyUsageReport, PostgresKeyUsageReport),
    bind(KeyUsageRetention, PostgresKeyUsageRetention),
    bind(RouteUsage, PostgresRouteUsage),
    bind(StoreClock, PostgresStoreClock),
  ],
  migrations: [IndexWhatTimeAsks1795260000000],
};
