import {
  AttemptLimits,
  AuditLog,
  Credentials,
  IdentityRetention,
  KnownDevices,
  OneTimeTokens,
  OwnApiKeys,
  Passkeys,
  Sessions,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { PostgresAuditLog } from './postgres-audit-log.ts';
import { PostgresCredentials, PostgresPasskeys } from './postgres-credentials.ts';
import { PostgresOneTimeTokens } from './postgres-one-time-tokens.ts';
import { PostgresOwnApiKeys } from './postgres-own-api-keys.ts';
import {
  PostgresAttemptLimits,
  PostgresIdentityRetention,
  PostgresKnownDevices,
  PostgresSessions,
} from './postgres-sessions.ts';

export const IDENTITY: Feature = {
  ports: [
    bind(AttemptLimits, PostgresAttemptLimits),
    bind(AuditLog, PostgresAuditLog),
    bind(Credentials, PostgresCredentials),
    bind(IdentityRetention, PostgresIdentityRetention),
    bind(KnownDevices, PostgresKnownDevices),
    bind(OneTimeTokens, PostgresOneTimeTokens),
    bind(OwnApiKeys, PostgresOwnApiKeys),
    bind(Passkeys, PostgresPasskeys),
    bind(Sessions, PostgresSessions),
  ],
};
