import { parseIsoDay } from '@brickmarket/domain';
import type { FinishedAttempt, MatchDecision, NewAlertRule, WatchedEvent } from '../events/alerts.ts';
import type { ItemIds } from '../catalog/catalog.ts';
import { storeHoldings } from './books.ts';
import { aHolding, feed, someDetails } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

export const NOW = new Date('2026-11-10T12:00:00Z');
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const HOUR = 3_600_000;
export const LEASE = {
  now: NOW,
  leasedUntil: later(60_000),
  most: 100,
  perEndpoint: 4,
  quietSince: later(-36 * HOUR),
  accounts: 100,
};
export const PAGE = { limit: 100 };
export const SECRETS = { secret: 'whsec_bmV3', privateKey: 'whsk_bmV3', publicKey: 'whpk_bmV3' };
export const NO_SCHEDULE = { quiet: null, digestMinute: null, timeZone: 'UTC' };

export function aRule(rule: Partial<NewAlertRule> = {}): NewAlertRule {
  return {
    name: 'leaving',
    kind: 'set.retiring',
    watch: { scope: 'holdings' },
    retailer: null,
    belowCents: null,
    minChangeCents: 0,
    minChangePct: 0,
    hysteresisPct: 2,
    rearmMinutes: 0,
    mail: false,
    endpointIds: [],
    schedule: NO_SCHEDULE,
    ...rule,
  };
}

export const failed = (attempt: Partial<FinishedAttempt> = {}): FinishedAttempt => ({
  startedAt: NOW,
  durationMs: 5,
  status: 500,
  error: null,
  excerpt: 'no',
  retryAt: later(5_000),
  isDelivered: false,
  quietSince: later(-36 * HOUR),
  switchOff: null,
  ...attempt,
});
export const accepted = failed({ status: 204, excerpt: '', retryAt: null, isDelivered: true });

/** A rule fires for every event that it watches, with a rearm time only once, and its mail is due at once. */
export const MATCH_ALL = {
  newsSince: later(-86_400_000),
  now: NOW,
  decide: ({ event, rule, schedule, state }: WatchedEvent): MatchDecision => ({
    fires: state === null || rule.rearmMinutes === 0,
    state: { firedAt: event.occurredAt, isArmed: true },
    mailAt: schedule && NOW,
  }),
};

/** Stores with three sets and two accounts, at the time NOW. */
export class AlertWorld {
  private constructor(
    readonly stores: StoresUnderTest,
    readonly setIds: ItemIds,
    readonly ann: number,
    readonly bob: number,
  ) {}

  static async open(open: OpenStores): Promise<AlertWorld> {
    const stores = await open();
    await stores.moveClock(NOW.toISOString());
    const setIds = await importSets(stores, '1-1', '2-1', '3-1');
    return new AlertWorld(stores, setIds, (await anAccount(stores)).id, (await anAccount(stores)).id);
  }

  /** An endpoint that has not answered a test yet. */
  async newEndpointOf(accountId: number, url = 'https://shop.example/hook'): Promise<number> {
    return (await this.stores.endpoints.create(accountId, { url, description: 'shop', secrets: SECRETS }, NOW)).id;
  }

  async endpointOf(accountId: number): Promise<number> {
    const id = await this.newEndpointOf(accountId);
    await this.stores.verifyEndpoints();
    return id;
  }

  /** Makes an event about each set: its last day on sale becomes known. */
  async retire(day: string, ...setNumbers: string[]): Promise<void> {
    const details = setNumbers.map((setNumber) => someDetails(setNumber, { exitDay: parseIsoDay(day) }));
    await this.stores.catalogImport.mergeSetDetails(feed(details));
  }

  match() {
    return this.stores.queue.matchPending({ ...MATCH_ALL, most: 1_000 });
  }

  async alertedSets(accountId: number) {
    return (await this.stores.inbox.list(accountId, PAGE)).map(({ event }) => event.facts.setNumber);
  }

  hold(accountId: number, setNumber: string) {
    const holding = { setId: this.setIds.sets.get(setNumber)!, holding: aHolding(setNumber), brickfolio: 'Attic' };
    return storeHoldings(this.stores, accountId, [holding]);
  }

  async atticOf(accountId: number): Promise<number> {
    const { brickfolios } = await this.stores.brickfolios.readOverview(accountId);
    return brickfolios.find(({ name }) => name === 'Attic')!.id;
  }
}
