import type { LeasedWebhook, MatchDecision, NewAlertRule, ReplaySelection, WatchedEvent } from '../events/alerts.ts';
import { accepted, AlertWorld, aRule, failed, later, LEASE, MATCH_ALL, NO_SCHEDULE, NOW, PAGE } from './alert-world.ts';
import { aKey } from './builders.ts';
import { importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every queue of deliveries must do. */
export function describeDeliveryPorts(open: OpenStores): void {
  describe('the ports of deliveries', () => {
    let world: AlertWorld;
    let stores: StoresUnderTest;
    let [ann, bob] = [0, 0];
    beforeEach(async () => {
      world = await AlertWorld.open(open);
      ({ stores, ann, bob } = world);
    });

    describe('DeliveryQueue', () => {
      let endpoint: number;
      const lease = (request: Partial<typeof LEASE> = {}): Promise<readonly LeasedWebhook[]> =>
        stores.queue.leaseWebhooks({ ...LEASE, ...request });
      const watch = (accountId: number, rule: Partial<NewAlertRule> = {}) =>
        stores.rules.create(accountId, aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] }, ...rule }), NOW);
      beforeEach(async () => {
        endpoint = await world.endpointOf(ann);
      });

      it('alerts the accounts that watch a set, and nobody else, once', async () => {
        await world.hold(ann, '1-1');
        await world.hold(bob, '2-1');
        await stores.rules.create(ann, aRule(), NOW);
        const brickfolioId = await world.atticOf(bob);
        await stores.rules.create(bob, aRule({ watch: { scope: 'brickfolio', brickfolioId } }), NOW);
        await watch(bob, { watch: { scope: 'sets', setNumbers: ['3-1'] } });
        await watch(bob, { kind: 'set.retired' });
        await world.retire('2026-12-31', '1-1', '2-1', '3-1');
        expect(await world.match()).toEqual({ events: 3, alerts: 3, deliveries: 0 });
        expect(await world.match()).toEqual({ events: 0, alerts: 0, deliveries: 0 });
        expect(await world.alertedSets(ann)).toEqual(['1-1']);
        expect(new Set(await world.alertedSets(bob))).toEqual(new Set(['2-1', '3-1']));
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
        expect(await world.match()).toEqual({ events: 1, alerts: 1, deliveries: 0 });
        expect(await stores.inbox.list(ann, PAGE)).toMatchObject([{ event: { kind: 'key.expiring' } }]);
        expect(await stores.inbox.list(bob, PAGE)).toEqual([]);
      });

      it('makes no alert of what happened long ago', async () => {
        await watch(ann);
        await world.retire('2026-12-31', '1-1');
        const newsSince = later(1);
        expect(await stores.queue.matchPending({ ...MATCH_ALL, most: 9, newsSince })).toMatchObject({ alerts: 0 });
        expect(await world.match()).toMatchObject({ events: 0 });
      });

      it('remembers what was decided about a rule and a subject, and asks again with it', async () => {
        const mine = { belowCents: 5_000, hysteresisPct: 3, minChangeCents: 7, minChangePct: 9, rearmMinutes: 11 };
        await watch(ann, mine);
        const armed: (boolean | undefined)[] = [];
        for (const [day, fires, isArmed] of [
          ['2026-12-30', true, false],
          ['2026-12-31', false, false],
          ['2027-01-01', false, true],
          ['2027-01-02', true, true],
        ] as const) {
          await world.retire(day, '1-1');
          const decide = ({ event, rule, state }: WatchedEvent): MatchDecision => {
            armed.push(state?.isArmed);
            expect([event.kind, rule]).toMatchObject(['set.retiring', mine]);
            return { fires, state: { firedAt: state?.firedAt ?? event.occurredAt, isArmed }, mailAt: null };
          };
          const counts = await stores.queue.matchPending({ ...MATCH_ALL, most: 9, decide });
          expect(counts).toEqual({ events: 1, alerts: fires ? 1 : 0, deliveries: 0 });
        }
        expect(armed).toEqual([undefined, false, false, true]);
      });

      it('sends an event once to an endpoint, however many rules want it, and leases it to one process', async () => {
        await watch(ann, { endpointIds: [endpoint] });
        await watch(ann, { endpointIds: [endpoint] });
        await world.retire('2026-12-31', '1-1');
        expect(await world.match()).toEqual({ events: 1, alerts: 1, deliveries: 1 });
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
        const other = await world.endpointOf(bob);
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
        expect(await stores.inbox.replay(bob, { allFailed: true }, NOW)).toMatchObject({ replayed: 0 });
        expect(await stores.inbox.replay(ann, { deliveryId: one!.id }, NOW)).toMatchObject({ replayed: 1 });
        expect(await lease()).toMatchObject([{ messageId: one!.messageId, failures: 0 }]);
        expect(await stores.inbox.replay(ann, { allFailed: true }, NOW)).toMatchObject({ replayed: 1 });
        expect(await stores.inbox.replay(ann, { since: later(1e12) }, NOW)).toMatchObject({ replayed: 0 });
      });

      it('sends nothing more for a deleted rule, unless another rule wants it too', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true });
        const other = await watch(ann, { endpointIds: [endpoint], watch: { scope: 'sets', setNumbers: ['2-1'] } });
        await world.retire('2026-12-31', '1-1', '2-1');
        expect(await world.match()).toEqual({ events: 2, alerts: 2, deliveries: 4 });
        await stores.rules.remove(ann, rule.id);
        expect((await lease()).map(({ event }) => event.facts.setNumber)).toEqual(['2-1']);
        expect(await stores.queue.leaseMail(LEASE)).toEqual([]);
        await world.retire('2027-12-31', '1-1');
        expect(await world.match()).toMatchObject({ events: 1, alerts: 0 });
        await stores.rules.remove(ann, other.id);
        expect(await world.alertedSets(ann)).toHaveLength(2);
      });

      it('makes no alert for a paused rule, sends nothing more for it, and makes alerts again afterwards', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true });
        await world.retire('2026-12-31', '1-1');
        expect(await world.match()).toMatchObject({ alerts: 1, deliveries: 2 });
        await stores.rules.setPaused(ann, rule.id, NOW);
        expect([await lease(), await stores.queue.leaseMail(LEASE)]).toEqual([[], []]);
        await world.retire('2026-12-31', '2-1');
        expect(await world.match()).toEqual({ events: 1, alerts: 0, deliveries: 0 });
        await stores.rules.setPaused(ann, rule.id, null);
        await world.retire('2027-12-31', '1-1');
        expect(await world.match()).toEqual({ events: 1, alerts: 1, deliveries: 2 });
      });

      it('sends nothing more to a place that a changed rule no longer names, and begins anew', async () => {
        const rule = await watch(ann, { endpointIds: [endpoint], mail: true, rearmMinutes: 1_000_000 });
        await world.retire('2026-12-31', '1-1');
        await world.match();
        const { id, accountId: _, createdAt: __, pausedAt: ___, ...said } = rule;
        await stores.rules.update(ann, id, { ...said, endpointIds: [], name: 'mail only' });
        expect([await lease(), await stores.queue.leaseMail(LEASE)]).toEqual([[], [expect.anything()]]);
        // Another name is no other rule: it rests as long as before. Another condition is.
        await world.retire('2027-12-31', '1-1');
        expect(await world.match()).toMatchObject({ events: 1, alerts: 0 });
        await stores.rules.update(ann, id, { ...said, minChangePct: 1 });
        await world.retire('2028-12-31', '1-1');
        expect(await world.match()).toMatchObject({ events: 1, alerts: 1 });
      });

      it('sends nothing to a paused endpoint until it is switched on, and then what waited', async () => {
        await stores.endpoints.test(ann, endpoint, NOW);
        expect(await stores.endpoints.pause(bob, endpoint, NOW)).toBe(false);
        expect(await stores.endpoints.pause(ann, endpoint, NOW)).toBe(true);
        expect(await stores.endpoints.list(ann)).toMatchObject([{ disabledAt: NOW, disabledReason: 'paused by you' }]);
        await watch(ann, { endpointIds: [endpoint] });
        await world.retire('2026-12-31', '1-1');
        expect(await world.match()).toEqual({ events: 2, alerts: 1, deliveries: 0 });
        expect(await lease()).toEqual([]);
        await stores.endpoints.enable(ann, endpoint);
        expect(await lease()).toMatchObject([{ event: { kind: 'endpoint.test' } }]);
      });

      it('lists and repeats what went to one endpoint, apart from the others of the account', async () => {
        const other = await world.endpointOf(ann);
        for (const one of [endpoint, other, endpoint]) await stores.endpoints.test(ann, one, NOW);
        const listed = await stores.inbox.listDeliveries(ann, { ...PAGE, endpointId: endpoint });
        expect(listed.map(({ endpointId }) => endpointId)).toEqual([endpoint, endpoint]);
        const rest = { limit: 5, before: listed[0]!.id, endpointId: endpoint };
        expect(await stores.inbox.listDeliveries(ann, rest)).toEqual([listed[1]]);
        for (const one of await lease()) await stores.queue.finish(one, failed({ retryAt: null }));
        const replayed = async (which: ReplaySelection) => (await stores.inbox.replay(ann, which, NOW)).replayed;
        expect(await replayed({ deliveryId: listed[0]!.id, endpointId: other })).toBe(0);
        expect(await replayed({ allFailed: true, endpointId: other })).toBe(1);
        expect(await replayed({ since: later(-1e12), endpointId: endpoint })).toBe(2);
      });

      it('gives an endpoint nothing but tests until it has answered one, then what happens from then on', async () => {
        const fresh = await world.newEndpointOf(ann);
        await watch(ann, { endpointIds: [endpoint, fresh] });
        await world.retire('2026-12-31', '1-1');
        expect(await world.match()).toEqual({ events: 1, alerts: 1, deliveries: 1 });
        await stores.endpoints.test(ann, fresh, NOW);
        const [event, test] = (await lease()).toSorted((a, b) => a.endpointId - b.endpointId);
        expect([event, test]).toMatchObject([{ endpointId: endpoint }, { endpointId: fresh }]);
        await stores.queue.finish(test!, failed({ retryAt: NOW }));
        const verifiedAt = async () => (await stores.endpoints.list(ann)).map((one) => one.verifiedAt);
        expect(await verifiedAt()).toEqual([NOW, null]);
        expect(await stores.inbox.replay(ann, { since: later(-1e12), endpointId: fresh }, NOW)).toMatchObject({
          replayed: 0,
        });
        const [again] = await lease();
        await stores.queue.finish(again!, accepted);
        expect(await verifiedAt()).toEqual([NOW, later(5)]);
        await world.retire('2026-12-31', '2-1');
        expect(await world.match()).toMatchObject({ events: 2, deliveries: 2 });
      });

      it('counts the failures of an endpoint anew after a quiet time', async () => {
        const hour = 3_600_000;
        const failAt = async (hours: number) => {
          const [now, quietSince] = [later(hours * hour), later((hours - 36) * hour)];
          await stores.endpoints.test(ann, endpoint, now);
          const request = { now, quietSince, leasedUntil: later((hours + 1) * hour) };
          const [one] = await lease(request);
          await stores.queue.finish(one!, failed({ startedAt: now, retryAt: null, quietSince }));
          return one!.failingSince;
        };
        expect([await failAt(0), await failAt(28), await failAt(63)]).toEqual([null, NOW, NOW]);
        expect(await stores.endpoints.list(ann)).toMatchObject([{ failingSince: NOW }]);
        expect(await failAt(500)).toBeNull();
        expect(await stores.endpoints.list(ann)).toMatchObject([{ failingSince: later(500 * hour) }]);
        expect(await failAt(501)).toEqual(later(500 * hour));
      });

      it('sends so much again for one account, the oldest first, and says how much waits until when', async () => {
        const setNumbers = Array.from({ length: 1_005 }, (_, index) => `${index + 1}-1`);
        await importSets(stores, ...setNumbers);
        for (const part of [setNumbers.slice(0, 1_000), setNumbers.slice(1_000)])
          await watch(ann, { endpointIds: [endpoint], watch: { scope: 'sets', setNumbers: part } });
        await world.retire('2026-12-31', ...setNumbers);
        expect(await stores.queue.matchPending({ ...MATCH_ALL, most: 2_000 })).toMatchObject({ deliveries: 1_005 });
        const all = await lease({ most: 2_000, perEndpoint: 2_000 });
        await Promise.all(all.map((one) => stores.queue.finish(one, failed({ retryAt: null }))));
        // Asked for twice at once: what one has taken the other does not count.
        const both = await Promise.all([1, 2].map(() => stores.inbox.replay(ann, { allFailed: true }, NOW)));
        expect(both.map(({ replayed }) => replayed).toSorted((a, b) => a - b)).toEqual([0, 1_000]);
        for (const { waiting, retryAt } of both) expect([waiting, retryAt]).toEqual([5, later(3_000)]);
        const left = await stores.inbox.listDeliveries(ann, { limit: 6 });
        expect(left.map(({ state }) => state)).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'pending']);
        expect(await stores.inbox.replay(ann, { allFailed: true }, later(60_000))).toEqual({
          replayed: 5,
          waiting: 0,
          retryAt: null,
        });
      });

      it('sends mail at the time of its schedule', async () => {
        const schedule = {
          quiet: { fromMinute: 1_320, untilMinute: 420 },
          digestMinute: null,
          timeZone: 'Europe/Paris',
        };
        await watch(ann, { mail: true, schedule });
        await watch(bob, { mail: true });
        await world.retire('2026-12-31', '1-1');
        const asked: unknown[] = [];
        await stores.queue.matchPending({
          ...MATCH_ALL,
          most: 1_000,
          decide: (watched) => {
            asked.push(watched.schedule);
            const mailAt = watched.schedule?.timeZone === 'UTC' ? NOW : later(3_600_000);
            return { ...MATCH_ALL.decide(watched), mailAt };
          },
        });
        expect(asked).toEqual(expect.arrayContaining([schedule, NO_SCHEDULE]));
        const accounts = async (now: Date) =>
          (await stores.queue.leaseMail({ now, leasedUntil: later(1e9), accounts: 9 })).map(
            ({ accountId }) => accountId,
          );
        const one = { now: later(3_600_000), leasedUntil: later(-1), accounts: 1 };
        expect(await stores.queue.leaseMail(one)).toMatchObject([{ accountId: bob }]);
        expect(await accounts(NOW)).toEqual([bob]);
        expect(await accounts(later(3_600_000))).toEqual([ann]);
      });
    });
  });
}
