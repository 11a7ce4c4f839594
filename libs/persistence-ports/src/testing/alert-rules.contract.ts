import { AlertWorld, aRule, later, LEASE, NOW, PAGE, SECRETS } from './alert-world.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of rules, endpoints and alerts must do. */
export function describeAlertRulePorts(open: OpenStores): void {
  describe('the ports of alert rules', () => {
    let world: AlertWorld;
    let stores: StoresUnderTest;
    let [ann, bob] = [0, 0];
    beforeEach(async () => {
      world = await AlertWorld.open(open);
      ({ stores, ann, bob } = world);
    });

    describe('AlertRules', () => {
      it('keeps what a rule says, of its own account alone', async () => {
        const endpoint = await world.endpointOf(ann);
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
        const foreign = await world.endpointOf(bob);
        await world.hold(bob, '1-1');
        const foreignFolio = await world.atticOf(bob);
        for (const wrong of [
          aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '9-9'] } }),
          aRule({ endpointIds: [foreign] }),
          aRule({ watch: { scope: 'brickfolio', brickfolioId: foreignFolio } }),
        ])
          await expect(stores.rules.create(ann, wrong, NOW)).rejects.toThrow(/9-9|endpoint|brickfolio/);
        expect(await stores.rules.list(ann)).toEqual([]);
      });

      it('changes what a rule says, of its own account alone, and refuses what it refuses when adding', async () => {
        const endpoint = await world.endpointOf(ann);
        const { id } = await stores.rules.create(
          ann,
          aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] }, endpointIds: [endpoint] }),
          NOW,
        );
        const other = aRule({ name: 'other', watch: { scope: 'sets', setNumbers: ['3-1'] }, mail: true });
        expect(await stores.rules.update(bob, id, other)).toBeNull();
        expect(await stores.rules.setPaused(bob, id, NOW)).toBe(false);
        const foreignEndpoint = await world.endpointOf(bob);
        const foreign = { ...other, endpointIds: [foreignEndpoint] };
        await expect(stores.rules.update(ann, id, foreign)).rejects.toThrow(`endpoint ${foreignEndpoint} not found`);
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
        await world.retire('2026-12-31', '1-1', '2-1');
        const rule = { ...aRule({ watch: { scope: 'sets', setNumbers: ['1-1'] } }), source: { from: 'log' } as const };
        const past = (since: Date) => stores.rules.listPast(ann, rule, since);
        expect((await past(later(-1))).map(({ facts }) => facts.setNumber)).toEqual(['1-1']);
        expect(await past(later(1))).toEqual([]);
        for (const source of [{ from: 'retail', change: 'price_fell' } as const, { from: 'values' } as const])
          expect(await stores.rules.listPast(ann, { ...rule, source }, later(-1))).toEqual([]);
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
            verifiedAt: null,
            previousUntil: null,
            failingSince: null,
            disabledAt: null,
            disabledReason: null,
          },
        ]);
        expect(await stores.endpoints.list(bob)).toEqual([]);
        expect(await stores.endpoints.rotate(bob, id, SECRETS, { now: NOW, bothUntil: NOW })).toBeNull();
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
        const id = await world.endpointOf(ann);
        const renewed = { secret: 'whsec_Mg', privateKey: 'whsk_Mg', publicKey: 'whpk_Mg' };
        const times = { now: NOW, bothUntil: later(1_000) };
        expect(await stores.endpoints.rotate(ann, id, renewed, times)).toMatchObject({
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

      it('sign with each secret until the time that was said when it was replaced, however often it is', async () => {
        const id = await world.endpointOf(ann);
        const name = (n: number) => ({ secret: `whsec_${n}`, privateKey: `whsk_${n}`, publicKey: `whpk_${n}` });
        const rotate = (n: number) =>
          stores.endpoints.rotate(ann, id, name(n), {
            now: later(n * 1_000),
            bothUntil: later(n * 1_000 + 86_400_000),
          });
        for (const n of [1, 2, 3, 4]) expect(await rotate(n)).toMatchObject({ publicKey: `whpk_${n}` });
        // A fifth would make a header that is too long for receivers, and no promised time is shortened for it.
        expect(await rotate(5)).toEqual({ retryAt: later(1_000 + 86_400_000) });
        await stores.endpoints.test(ann, id, NOW);
        const signing = async (now: Date) =>
          (await stores.queue.leaseWebhooks({ ...LEASE, now, leasedUntil: now })).flatMap(({ secrets }) =>
            secrets.map(({ secret }) => secret),
          );
        const first = SECRETS.secret;
        expect(await signing(later(86_400_999))).toEqual(['whsec_4', 'whsec_3', 'whsec_2', 'whsec_1', first]);
        expect(await signing(later(86_401_000))).toEqual(['whsec_4', 'whsec_3', 'whsec_2', 'whsec_1']);
        expect(await rotate(86_401)).toMatchObject({ publicKey: 'whpk_86401' });
      });

      it('are tested so often by one account, and so often at one host by all accounts, however at once', async () => {
        const tests = async (accountId: number, endpoint: number, count: number, now = NOW) => {
          const asked = Array.from({ length: count }, () => stores.endpoints.test(accountId, endpoint, now));
          const sent = await Promise.all(asked);
          return {
            sent: sent.filter((one) => one !== null && 'messageId' in one).length,
            retryAt: sent.findLast((one) => one !== null && 'retryAt' in one),
          };
        };
        const minutes = (count: number) => later(count * 60_000);
        const mine = await world.newEndpointOf(ann);
        const again = await world.newEndpointOf(ann, 'https://elsewhere.example/');
        expect(await tests(ann, mine, 50)).toEqual({ sent: 20, retryAt: { retryAt: minutes(3) } });
        // Another endpoint, or the same one added again, is the same account.
        expect(await tests(ann, again, 1)).toEqual({ sent: 0, retryAt: { retryAt: minutes(3) } });
        expect(await tests(ann, again, 5, minutes(6))).toMatchObject({ sent: 2 });
        // The host by any of its spellings and ports, for any account.
        const spellings = ['https://SHOP.example./x', 'https://shop.example:8443/', 'http://shop.example?y'];
        const sent: number[] = [];
        for (const url of spellings) {
          const other = (await anAccount(stores)).id;
          sent.push((await tests(other, await world.newEndpointOf(other, url), 30)).sent);
        }
        expect(sent).toEqual([20, 20, 0]);
        expect((await stores.inbox.listDeliveries(ann, PAGE)).length).toBe(22);
      });
    });

    describe('AlertInbox', () => {
      it('pages newest first, and reads what was there when it was marked', async () => {
        await stores.rules.create(ann, aRule({ watch: { scope: 'sets', setNumbers: ['1-1', '2-1', '3-1'] } }), NOW);
        for (const set of ['1-1', '2-1', '3-1']) await world.retire('2026-12-31', set);
        await world.match();
        expect(await world.alertedSets(ann)).toEqual(['3-1', '2-1', '1-1']);
        const [first] = await stores.inbox.list(ann, { limit: 1 });
        const [second] = await stores.inbox.list(ann, { limit: 1, before: first!.event.id });
        expect(second!.event.facts.setNumber).toBe('2-1');
        expect([await stores.inbox.countUnread(ann), await stores.inbox.countUnread(bob)]).toEqual([3, 0]);
        expect(await stores.inbox.markRead(ann, second!.event.id, NOW)).toBe(2);
        expect(await stores.inbox.countUnread(ann)).toBe(1);
        expect((await stores.inbox.list(ann, PAGE)).map(({ readAt }) => readAt)).toEqual([null, NOW, NOW]);
        expect(await stores.inbox.replay(ann, { allFailed: true }, NOW)).toMatchObject({ replayed: 0 });
        expect(await stores.inbox.listDeliveries(ann, PAGE)).toEqual([]);
      });

      it('names the rules that made an alert, as long as they exist', async () => {
        await world.hold(ann, '1-1');
        const watch = { scope: 'sets', setNumbers: ['1-1'] } as const;
        const { id } = await stores.rules.create(ann, aRule({ name: 'one', watch }), NOW);
        await stores.rules.create(ann, aRule({ name: 'two' }), NOW);
        await stores.rules.create(bob, aRule({ name: 'of bob', watch }), NOW);
        await world.retire('2026-12-31', '1-1');
        await world.match();
        const names = async () => (await stores.inbox.list(ann, PAGE)).map(({ ruleNames }) => ruleNames);
        expect(await names()).toEqual([['one', 'two']]);
        await stores.rules.remove(ann, id);
        expect(await names()).toEqual([['two']]);
      });
    });

    describe('AlertFeeds', () => {
      const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

      it('opens the feed of one account by the newest secret alone, until it is removed', async () => {
        const { feeds } = stores;
        expect([await feeds.findCreatedAt(ann), await feeds.findAccount(first)]).toEqual([null, null]);
        await feeds.save(ann, first, NOW);
        await feeds.save(bob, second, NOW);
        expect([await feeds.findAccount(first), await feeds.findAccount(second)]).toEqual([ann, bob]);
        await feeds.save(ann, third, later(1_000));
        expect(await feeds.findCreatedAt(ann)).toEqual(later(1_000));
        expect([await feeds.findAccount(first), await feeds.findAccount(third)]).toEqual([null, ann]);
        expect(await feeds.remove(ann)).toBe(true);
        expect(await feeds.remove(ann)).toBe(false);
        expect([await feeds.findAccount(third), await feeds.findAccount(second)]).toEqual([null, bob]);
      });
    });
  });
}
