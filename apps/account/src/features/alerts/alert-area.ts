import { EventKinds } from '@brickmarket/alerts';
import type { AlertArea, FeedArea } from '@brickmarket/operations/alerts';
import type { KeyArea } from '@brickmarket/operations/identity';
import {
  AccountBook,
  AlertFeeds,
  AlertInbox,
  AlertRules,
  OwnSets,
  SellingFees,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import type { FactoryProvider } from '@nestjs/common';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

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

export const FEED_AREA = Symbol('FeedArea');

export const feedArea: FactoryProvider<FeedArea> = {
  provide: FEED_AREA,
  inject: [ACCOUNT_CONFIG, EventKinds, ACCOUNT_AREA, AlertFeeds, AlertInbox, OwnSets, SellingFees],
  useFactory: (
    { retailStaleDays }: AccountConfig,
    kinds: EventKinds,
    account: KeyArea,
    feeds: AlertFeeds,
    inbox: AlertInbox,
    ownSets: OwnSets,
    fees: SellingFees,
  ) => ({ kinds, account, feeds, inbox, stakes: { ownSets, fees, retailStaleDays } }),
};
