import { parseIsoDay } from '@brickmarket/domain';
import type { ItemIds } from '../catalog.ts';
import type { FinishedAttempt, LeasedWebhook, NewAlertRule } from '../alerts.ts';
import { aHolding, aKey, feed, someDetails } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const NOW = new Date('2026-11-10T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const LEASE = { now: NOW, leasedUntil: later(60_000), most: 100, perEndpoint: 4 };
const PAGE = { limit: 100 };
const SECRETS = { secret: 'whsec_bmV3', privateKey: 'whsk_bmV3', publicKey: 'whpk_bmV3' };
const NO_SCHEDULE = { quiet: null, digestMinute: null, timeZone: 'UTC' };

function aRule(rule: Partial<NewAlertRule> = {}): NewAlertRule {
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

const failed = (attempt: Partial<FinishedAttempt> = {}): FinishedAttempt => ({
  startedAt: NOW,
  durationMs: 5,
  status: 500,
  error: null,
  excerpt: 'no',
  retryAt: later(5_000),
  isDelivered: false,
  switchOff: null,
  ...attempt,
});
const accepted = failed({ status: 204, excerpt: '', retryAt: null, isDelivered: true });

/** What every store of rules, endpoints, alerts and deliveries must do. */
export function describeAlertPorts(open: OpenStores): void {
  describe('alerts', () => {
    let stores: StoresUnderTest;
    let [ann, bob] = [0, 0];
    let setIds: ItemIds;
    beforeEach(async () => {
      stores = await open();
      await stores.moveClock(NOW.toISOString());
      setIds = await importSets(stores, '1-1', '2-1', '3-1');
      [ann, bob] = [(await anAccount(stores)).id, (await anAccount(stores)).id];
    });

    const endpointOf = async (accountId: number): Promise<number> =>
      (
        await stores.endpoints.create(
          accountId,
          { url: 'https://shop.example/hook', description: 'shop', secrets: SECRETS },
          NOW,
        )
      ).id;
    /** Makes an event about each set: its last day on sale becomes known. */
    const retire = async (day: string, ...setNumbers: string[]): Promise<void> => {
      const details = setNumbers.map((setNumber) => someDetails(setNumber, { exitDay: parseIsoDay(day) }));
      await stores.catalogImport.mergeSetDetails(feed(details));
    };
    const match = () => stores.queue.matchPending({ most: 1_000, newsSince: later(-86_400_000), now: NOW, dueAt: [] });
    const alertedSets = async (accountId: number) =>
      (await stores.inbox.list(accountId, PAGE)).map(({ event }) => event.facts.setNumber);
    const hold = (accountId: number, setNumber: string) =>
      stores.holdings.merge(
        accountId,
        feed([{ setId: setIds.sets.get(setNumber)!, holding: aHolding(setNumber), brickfolio: 'Attic' }]),
        { replaces: false, isDryRun: false },
      );
    const atticOf = async (accountId: number): Promise<number> =>
      (await stores.brickfolios.readOverview(accountId)).brickfolios.find(({ name }) => name === 'Attic')!.id;

    describe('AlertRules', () => {
      it('keeps what a rule says, of its own account alone', async () => {
        const endpoint = await endpointOf(ann);
        const given = aRule({
          watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] },
          kind: 'price.dropped',
          retailer: 'retailer_b',
          belowCents: 5_000,
          minChangeCents: 100,
          minChangePct: 3,
          rearmMinutes: 60,
          mail: true,
          endpointIds: [endpoint],
          schedule: { quiet: { fromMinute: 1_320, untilMinute: 420 }, digestMinute: 480, timeZone: 'Europe/Paris' },
        });
        const created = await stores.rules.create(ann, given, NOW);
        expect(created).toEqual({ ...given, id: created.id, accountId: ann, createdAt: NOW, pausedAt: null });
        expect(await stores.rules.list(ann)).toEqual([created]);
        expect(await stores.rules.list(bob)).toEqual([]);
        expect(await stores.rules.remove(bob, created.id)).toBe(false);
        expect(await stores.rules.remove(ann, created.id)).toBe(true);
        expect(await stores.rules.list(ann)).toEqual([]);
      });

      it("refuses unknown sets, and another account's endpoint or brickfolio, and leaves nothing behind", async () => {
        const foreign = await endpointOf(bob);
        await hold(bob, '1-1');
        const foreignFolio = await atticOf(bob);
        for (const wrong of [
          aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '9-9'] } }),
          aRule({ endpointIds: [foreign] }),
          aRule({ watch: { scope: 'brickfolio', brickfolioId: foreignFolio } }),
        ])
          await expect(stores.rules.create(ann, wrong, NOW)).rejects.toThrow(/9-9|endpoint|brickfolio/);
        expect(await stores.rules.list(ann)).toEqual([]);
      });

      it('changes what a rule says, of its own account alone, and refuses what it refuses when adding', async () => {
        const endpoint = await endpointOf(ann);
        const { id } = await stores.rules.create(
          ann,
          aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] }, endpointIds: [endpoint] }),
          NOW,
        );
        const other = aRule({ name: 'other', watch: { scope: 'sets', setNumbers: ['3-1'] }, mail: true });
        expect(await stores.rules.update(bob, id, other)).toBeNull();
        expect(await stores.rules.setPaused(bob, id, NOW)).toBe(false);
        const foreign = { ...other, endpointIds: [await endpointOf(bob)] };
        await expect(stores.rules.update(ann, id, foreign)).rejects.toThrow('there is no endpoint');
        await expect(
          stores.rules.update(ann, id, aRule({ watch: { scope: 'sets', setNumbers: ['9-9'] } })),
        ).rejects.toMatchObject({ field: 'setNumbers' });
        const changed = { ...other, id, accountId: ann, createdAt: NOW, pausedAt: null };
        expect(await stores.rules.update(ann, id, other)).toEqual(changed);
        expect(await stores.rules.setPaused(ann, id, NOW)).toBe(true);
        expect(await stores.rules.list(ann)).toEqual([{ ...changed, pausedAt: NOW }]);
        expect(await stores.rules.setPaused(ann, id, null)).toBe(true);
        expect(await stores.rules.list(ann)).toEqual([changed]);
      });

      it('lists the past that a rule would have been asked about', async () => {
        await retire('2026-12-31', '1-1', '2-1');
        const rule = aRule({ watch: { scope: 'sets', setNumbers: ['1-1'] } });
        const past = (since: Date) => stores.rules.listPast(ann, rule, since);
        expect((await past(later(-1))).map(({ facts }) => facts.setNumber)).toEqual(['1-1']);
        expect(await past(later(1))).toEqual([]);
        expect(await stores.rules.listPast(ann, { ...rule, kind: 'price.dropped' }, later(-1))).toEqual([]);
        expect(await stores.rules.listPast(ann, { ...rule, kind: 'value.moved' }, later(-1))).toEqual([]);
      });
    });

    describe('WebhookEndpoints', () => {
      it('are of one account, and show no secret', async () => {
        const given = { url: 'https://shop.example/hook', description: 'shop', secrets: SECRETS };
        const { id } = await stores.endpoints.create(ann, given, NOW);
        expect(await stores.endpoints.list(ann)).toEqual([
          {
            id,
            url: 'https://shop.example/hook',
            description: 'shop',
            publicKey: SECRETS.publicKey,
            createdAt: NOW,
            previousUntil: null,
            failingSince: null,
            disabledAt: null,
            disabledReason: null,
          },
        ]);
        expect(await stores.endpoints.list(bob)).toEqual([]);
        expect(await stores.endpoints.rotate(bob, id, SECRETS, NOW)).toBeNull();
        expect(await stores.endpoints.test(bob, id, NOW)).toBeNull();
        expect([await stores.endpoints.enable(bob, id), await stores.endpoints.remove(bob, id)]).toEqual([
          false,
          false,
        ]);
        expect([await stores.endpoints.pause(bob, id, NOW), await stores.endpoints.pause(ann, id, NOW)]).toEqual([
          false,
          true,
        ]);
        expect(await stores.endpoints.list(ann)).toMatchObject([{ id, disabledAt: NOW }]);
        expect(await stores.endpoints.remove(ann, id)).toBe(true);
      });

      it('sign with both secrets until the time of a rotation is over', async () => {
        const id = await endpointOf(ann);
        const renewed = { secret: 'whsec_Mg', privateKey: 'whsk_Mg', publicKey: 'whpk_Mg' };
        expect(await stores.endpoints.rotate(ann, id, renewed, later(1_000))).toMatchObject({
          publicKey: 'whpk_Mg',
          previousUntil: later(1_000),
        });
        await stores.endpoints.test(ann, id, NOW);
        const secrets = async (now: Date) =>
          (await stores.queue.leaseWebhooks({ ...LEASE, now, leasedUntil: now })).map((one) => one.secrets);
        const [current, previous] = [renewed, SECRETS].map(({ secret, privateKey }) => ({ secret, privateKey }));
        expect(await secrets(later(999))).toEqual([[current, previous]]);
        expect(await secrets(later(1_000))).toEqual([[current]]);
      });
    });

    describe('DeliveryQueue', () => {
      let endpoint: number;
      const lease = (request: Partial<typeof LEASE> = {}): Promise<readonly LeasedWebhook[]> =>
        stores.queue.leaseWebhooks({ ...LEASE, ...request });
      const watch = (accountId: number, rule: Partial<NewAlertRule> = {}) =>
        stores.rules.create(accountId, aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] }, ...rule }), NOW);
      beforeEach(async () => {
        endpoint = await endpointOf(ann);
      });

      it('alerts the accounts that watch a set, and nobody else, once', async () => {
        await hold(ann, '1-1');
        await hold(bob, '2-1');
        await stores.rules.create(ann, aRule(), NOW);
        const brickfolioId = await atticOf(bob);
        await stores.rules.create(bob, aRule({ watch: { scope: 'brickfolio', brickfolioId } }), NOW);
        await watch(bob, { watch: { scope: 'sets', setNumbers: ['3-1'] } });
        await watch(bob, { kind: 'set.retired' });
        await retire('2026-12-31', '1-1', '2-1', '3-1');
        expect(await match()).toEqual({ events: 3, alerts: 3, deliveries: 0 });
        expect(await match()).toEqual({ events: 0, alerts: 0, deliveries: 0 });
        expect(await alertedSets(ann)).toEqual(['1-1']);
        expect(new Set(await alertedSets(bob))).toEqual(new Set(['2-1', '3-1']));
        const [alert] = await stores.inbox.list(ann, PAGE);
        expect([
          await stores.inbox.markRead(bob, alert!.event.id, NOW),
          await stores.inbox.markRead(ann, alert!.event.id, NOW),
        ]).toEqual([expect.any(Number), 1]);
        expect(await stores.inbox.list(ann, PAGE)).toMatchObject([{ firedAt: NOW, readAt: NOW }]);
      });

      it('tells what concerns one account to that account alone, whoever else has the same rule', async () => {
        for (const accountId of [ann, bob])
          await stores.rules.create(accountId, aRule({ kind: 'key.expiring', watch: { scope: 'account' } }), NOW);
        await stores.keys.create(aKey(ann, { expiresAt: later(86_400_000) }));
        expect(await stores.events.recordDue()).toBe(1);
        expect(await match()).toEqual({ events: 1, alerts: 1, deliveries: 0 });
        expect(await stores.inbox.list(ann, PAGE)).toMatchObject([{ event: { kind: 'key.expiring' } }]);
        expect(await stores.inbox.list(bob, PAGE)).toEqual([]);
      });

      it('makes no alert of what happened long ago', async () => {
        await watch(ann);
        await retire('2026-12-31', '1-1');
        const newsSince = later(1);
        expect(await stores.queue.matchPending({ most: 9, newsSince, now: NOW, dueAt: [] })).toMatchObject({
          alerts: 0,
        });
        expect(await match()).toMatchObject({ events: 0 });
      });

      it('sends an event once to an endpoint, however many rules want it, and leases it to one process', async () => {
        await watch(ann, { endpointIds: [endpoint] });
        await watch(ann, { endpointIds: [endpoint] });
        await retire('2026-12-31', '1-1');
        expect(await match()).toEqual({ events: 1, alerts: 1, deliveries: 1 });
        const [one] = await lease();
        expect(one).toMatchObject({
          accountId: ann,
          endpointId: endpoint,
          url: 'https://shop.example/hook',
          failures: 0,
          event: { kind: 'set.retiring', facts: { setNumber: '1-1' } },
        });
        expect(await lease()).toEqual([]);
        // Its process has died: another takes it, under the same id.
        const [again] = await lease({ now: later(60_001), leasedUntil: later(120_000) });
        expect(again).toMatchObject({ id: one!.id, messageId: one!.messageId });
        // The first was only slow. Its failure no longer counts; its success would.
        await stores.queue.finish(one!, failed());
        expect(await stores.inbox.listDeliveries(ann, PAGE)).toMatchObject([
          { state: 'pending', attempts: [{ status: 500 }] },
        ]);
        await stores.queue.finish(again!, accepted);
        expect(await stores.inbox.listDeliveries(ann, PAGE)).toMatchObject([
          {
            state: 'delivered',
            messageId: one!.messageId,
            attempts: [{ status: 500, excerpt: 'no' }, { status: 204 }],
          },
        ]);
        expect(await stores.inbox.listDeliveries(bob, PAGE)).toEqual([]);
        expect(await lease({ now: later(1_000_000) })).toEqual([]);
      });

      it('waits for the time of the next attempt, and records since when an endpoint fails', async () => {
        await stores.endpoints.test(ann, endpoint, NOW);
        const [one] = await lease();
        await stores.queue.finish(one!, failed());
        expect(await stores.endpoints.list(ann)).toMatchObject([{ failingSince: NOW }]);
        expect(await lease({ now: later(4_999) })).toEqual([]);
        const [second] = await lease({ now: later(5_000), leasedUntil: later(65_000) });
        expect(second).toMatchObject({ messageId: one!.messageId, failures: 1, failingSince: NOW });
        await stores.queue.finish(second!, accepted);
        expect(await stores.endpoints.list(ann)).toMatchObject([{ failingSince: null }]);
      });

      it('leases at most so many of one endpoint, a single one while it fails, and those that work first', async () => {
        const other = await endpointOf(bob);
        for (let count = 0; count < 6; count++) await stores.endpoints.test(ann, endpoint, NOW);
        const first = await lease();
        expect(first).toHaveLength(4);
        for (const one of first) await stores.queue.finish(one, failed({ retryAt: NOW }));
        await stores.endpoints.test(bob, other, NOW);
        expect((await lease({ most: 1 })).map(({ endpointId }) => endpointId)).toEqual([other]);
        expect((await lease()).map(({ endpointId }) => endpointId)).toEqual([endpoint]);
        expect(await lease()).toEqual([]);
      });

      it('switches an endpoint off for good, fails what waits for it, and tells the account', async () => {
        await stores.endpoints.test(ann, endpoint, NOW);
        await stores.endpoints.test(ann, endpoint, NOW);
        const [one] = await lease({ most: 1 });
        await stores.queue.finish(one!, failed({ status: 410, retryAt: null, switchOff: 'gone' }));
        expect(await stores.endpoints.list(ann)).toMatchObject([{ disabledReason: 'gone' }]);
        expect(await lease()).toEqual([]);
        expect(await stores.inbox.list(ann, PAGE)).toMatchObject([{ event: { kind: 'endpoint.disabled' } }]);
        const [mail] = await stores.queue.leaseMail({ ...LEASE, now: later(1_000) });
        expect(mail).toMatchObject({ accountId: ann, event: { facts: { reason: 'gone' } } });
        expect(mail!.email).toContain('@example.com');
        expect((await stores.inbox.listDeliveries(ann, PAGE)).map(({ state }) => state)).toEqual([
          'pending',
          'failed',
          'failed',
        ]);
        // Again, when it is switched on: the failed ones under their own ids.
        await stores.endpoints.enable(ann, endpoint);
        expect(await stores.inbox.replay(bob, { allFailed: true }, NOW)).toBe(0);
        expect(await stores.inbox.replay(ann, { deliveryId: one!.id }, NOW)).toBe(1);
        expect(await lease()).toMatchObject([{ messageId: one!.messageId, failures: 0 }]);
        expect(await stores.inbox.replay(ann, { allFailed: true }, NOW)).toBe(1);
        expect(await stores.inbox.replay(ann, { since: later(1e12) }, NOW)).toBe(0);
      });

      it('sends nothing more for a deleted rule, unless another rule wants it too', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true });
        const other = await watch(ann, { endpointIds: [endpoint], watch: { scope: 'sets', setNumbers: ['2-1'] } });
        await retire('2026-12-31', '1-1', '2-1');
        expect(await match()).toEqual({ events: 2, alerts: 2, deliveries: 4 });
        await stores.rules.remove(ann, rule.id);
        expect((await lease()).map(({ event }) => event.facts.setNumber)).toEqual(['2-1']);
        expect(await stores.queue.leaseMail(LEASE)).toEqual([]);
        await retire('2027-12-31', '1-1');
        expect(await match()).toMatchObject({ events: 1, alerts: 0 });
        await stores.rules.remove(ann, other.id);
        expect(await alertedSets(ann)).toHaveLength(2);
      });

      it('makes no alert for a paused rule, sends nothing more for it, and makes alerts again afterwards', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true });
        await retire('2026-12-31', '1-1');
        expect(await match()).toMatchObject({ alerts: 1, deliveries: 2 });
        await stores.rules.setPaused(ann, rule.id, NOW);
        expect([await lease(), await stores.queue.leaseMail(LEASE)]).toEqual([[], []]);
        await retire('2026-12-31', '2-1');
        expect(await match()).toEqual({ events: 1, alerts: 0, deliveries: 0 });
        await stores.rules.setPaused(ann, rule.id, null);
        await retire('2027-12-31', '1-1');
        expect(await match()).toEqual({ events: 1, alerts: 1, deliveries: 2 });
      });

      it('sends nothing more to a place that a changed rule no longer names, and begins anew', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true, rearmMinutes: 1_000_000 });
        await retire('2026-12-31', '1-1');
        await match();
        const { id, accountId: _, createdAt: __, pausedAt: ___, ...said } = rule;
        await stores.rules.update(ann, id, { ...said, endpointIds: [], name: 'mail only' });
        expect([await lease(), await stores.queue.leaseMail(LEASE)]).toEqual([[], [expect.anything()]]);
        // Another name is no other rule: it rests as long as before. Another condition is.
        await retire('2027-12-31', '1-1');
        expect(await match()).toMatchObject({ events: 1, alerts: 0 });
        await stores.rules.update(ann, id, { ...said, minChangePct: 1 });
        await retire('2028-12-31', '1-1');
        expect(await match()).toMatchObject({ events: 1, alerts: 1 });
      });

      it('sends nothing to a paused endpoint until it is switched on, and then what waited', async () => {
        await stores.endpoints.test(ann, endpoint, NOW);
        expect(await stores.endpoints.pause(bob, endpoint, NOW)).toBe(false);
        expect(await stores.endpoints.pause(ann, endpoint, NOW)).toBe(true);
        expect(await stores.endpoints.list(ann)).toMatchObject([{ disabledAt: NOW, disabledReason: 'paused by you' }]);
        await watch(ann, { endpointIds: [endpoint] });
        await retire('2026-12-31', '1-1');
        expect(await match()).toEqual({ events: 2, alerts: 1, deliveries: 0 });
        expect(await lease()).toEqual([]);
        await stores.endpoints.enable(ann, endpoint);
        expect(await lease()).toMatchObject([{ event: { kind: 'endpoint.test' } }]);
      });

      it('lists and repeats what went to one endpoint, apart from the others of the account', async () => {
        const other = await endpointOf(ann);
        for (const one of [endpoint, other, endpoint]) await stores.endpoints.test(ann, one, NOW);
        const listed = await stores.inbox.listDeliveries(ann, { ...PAGE, endpointId: endpoint });
        expect(listed.map(({ endpointId }) => endpointId)).toEqual([endpoint, endpoint]);
        const rest = { limit: 5, before: listed[0]!.id, endpointId: endpoint };
        expect(await stores.inbox.listDeliveries(ann, rest)).toEqual([listed[1]]);
        for (const one of await lease()) await stores.queue.finish(one, failed({ retryAt: null }));
        expect(await stores.inbox.replay(ann, { deliveryId: listed[0]!.id, endpointId: other }, NOW)).toBe(0);
        expect(await stores.inbox.replay(ann, { allFailed: true, endpointId: other }, NOW)).toBe(1);
        expect(await stores.inbox.replay(ann, { since: later(-1e12), endpointId: endpoint }, NOW)).toBe(2);
      });

      it('sends mail at the time of its schedule', async () => {
        const schedule = {
          quiet: { fromMinute: 1_320, untilMinute: 420 },
          digestMinute: null,
          timeZone: 'Europe/Paris',
        };
        await watch(ann, { mail: true, schedule });
        await watch(bob, { mail: true });
        expect((await stores.queue.listSchedules()).toSorted((a, b) => a.timeZone.localeCompare(b.timeZone))).toEqual([
          schedule,
          NO_SCHEDULE,
        ]);
        await retire('2026-12-31', '1-1');
        await stores.queue.matchPending({
          most: 1_000,
          newsSince: later(-1),
          now: NOW,
          dueAt: [{ schedule, at: later(3_600_000) }],
        });
        const accounts = async (now: Date) =>
          (await stores.queue.leaseMail({ now, leasedUntil: later(1e9), most: 9 })).map(({ accountId }) => accountId);
        expect(await accounts(NOW)).toEqual([bob]);
        expect(await accounts(later(3_600_000))).toEqual([ann]);
      });
    });

    describe('AlertInbox', () => {
      it('pages newest first, and reads what was there when it was marked', async () => {
        await stores.rules.create(ann, aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1', '3-1'] } }), NOW);
        for (const set of ['1-1', '2-1', '3-1']) await retire('2026-12-31', set);
        await match();
        expect(await alertedSets(ann)).toEqual(['3-1', '2-1', '1-1']);
        const [first] = await stores.inbox.list(ann, { limit: 1 });
        const [second] = await stores.inbox.list(ann, { limit: 1, before: first!.event.id });
        expect(second!.event.facts.setNumber).toBe('2-1');
        expect([await stores.inbox.countUnread(ann), await stores.inbox.countUnread(bob)]).toEqual([3, 0]);
        expect(await stores.inbox.markRead(ann, second!.event.id, NOW)).toBe(2);
        expect(await stores.inbox.countUnread(ann)).toBe(1);
        expect((await stores.inbox.list(ann, PAGE)).map(({ readAt }) => readAt)).toEqual([null, NOW, NOW]);
        expect(await stores.inbox.replay(ann, { allFailed: true }, NOW)).toBe(0);
        expect(await stores.inbox.listDeliveries(ann, PAGE)).toEqual([]);
      });
    });
  });
}
