import { EventKinds } from '@brickmarket/alerts';
import type { AlertArea } from '@brickmarket/operations/alerts';
import type { KeyArea } from '@brickmarket/operations/identity';
import { AccountBook, AlertInbox, AlertRules, WebhookEndpoints } from '@brickmarket/persistence-ports';
import type { FactoryProvider } from '@nestjs/common';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

/** Injection token of what the use cases of alerts work with. */
export const ALERT_AREA = Symbol('AlertArea');

export const alertArea: FactoryProvider<AlertArea> = {
  provide: ALERT_AREA,
  inject: [ACCOUNT_CONFIG, EventKinds, ACCOUNT_AREA, AlertRules, WebhookEndpoints, AlertInbox, AccountBook],
  useFactory: (
    { webhookTargets: targets }: AccountConfig,
    kinds: EventKinds,
    account: KeyArea,
    rules: AlertRules,
    endpoints: WebhookEndpoints,
    inbox: AlertInbox,
    book: AccountBook,
  ) => ({ targets, kinds, account, rules, endpoints, inbox, book }),
};
