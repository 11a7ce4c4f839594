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
import { CreateAccess1794700800001 } from './migrations/1794700800001-create-access.ts';
import { AdmitAsOneStatement1794701200001 } from './migrations/1794701200001-admit-as-one-statement.ts';
import { RecordWhenKeysAreUsed1794740000002 } from './migrations/1794740000002-record-when-keys-are-used.ts';
import { DropFirstAdmission1794780000001 } from './migrations/1794780000001-drop-first-admission.ts';
import { CountQuotaBySlot1794916920001 } from './migrations/1794916920001-count-quota-by-slot.ts';
import { CountRoutes1794970000004 } from './migrations/1794970000004-count-routes.ts';
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
  migrations: [
    CreateAccess1794700800001,
    AdmitAsOneStatement1794701200001,
    RecordWhenKeysAreUsed1794740000002,
    DropFirstAdmission1794780000001,
    CountQuotaBySlot1794916920001,
    CountRoutes1794970000004,
    IndexWhatTimeAsks1795260000000,
  ],
};
