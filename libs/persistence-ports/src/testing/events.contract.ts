import { epochDayOf, MS_PER_DAY, parseIsoDay, parseIsoMonth, type RecordedEvent } from '@brickmarket/domain';
import { aKey, aRun, DAY, feed, someDetails, valuesOf } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const ALL = { kind: null, setNumber: null, since: null, limit: 100 };

/** What every log of events must do. */
export function describeEventPorts(open: OpenStores): void {
  describe('events', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
      await stores.moveClock('2026-11-10T12:00:00Z');
    });

    describe('EventLog', () => {
      const brief = ({ kind, subject, facts }: RecordedEvent) => ({ kind, subject, facts });
      const listed = async (): Promise<readonly object[]> => (await stores.events.list(ALL)).map(brief);
      const exitsOn = async (setNumber: string, day: string): Promise<void> => {
        await stores.catalogImport.mergeSetDetails(feed([someDetails(setNumber, { exitDay: parseIsoDay(day) })]));
      };

      it('has an event when the last day on sale becomes known or changes, none when told again', async () => {
        await importSets(stores, '1-1', '2-1', '3-1');
        await exitsOn('1-1', '2026-12-31');
        await exitsOn('1-1', '2026-12-31');
        await exitsOn('2-1', '2026-11-09');
        await exitsOn('3-1', '2020-11-09');
        expect(await listed()).toEqual([
          {
            kind: 'set.retired',
            subject: 'set/2-1',
            facts: { setNumber: '2-1', title: 'Set 2-1', exitDay: '2026-11-09' },
          },
          {
            kind: 'set.retiring',
            subject: 'set/1-1',
            facts: { setNumber: '1-1', title: 'Set 1-1', exitDay: '2026-12-31' },
          },
        ]);
        await exitsOn('1-1', '2027-06-30');
        expect(await stores.events.list({ ...ALL, kind: 'set.retiring' })).toHaveLength(2);
        expect(await stores.events.list({ ...ALL, setNumber: '2-1' })).toHaveLength(1);
        expect(await stores.events.list({ ...ALL, limit: 1 })).toMatchObject([{ facts: { exitDay: '2027-06-30' } }]);
      });

      it('records once that the last day on sale is over', async () => {
        await importSets(stores, '1-1');
        await exitsOn('1-1', '2026-11-10');
        expect(await stores.events.recordDue()).toBe(0);
        await stores.moveClock('2026-11-11T00:00:00Z');
        expect([await stores.events.recordDue(), await stores.events.recordDue()]).toEqual([1, 0]);
        expect((await listed())[0]).toMatchObject({ kind: 'set.retired', subject: 'set/1-1' });
      });

      it('records once a day that a key has used four fifths of its allowance', async () => {
        const { id } = await anAccount(stores);
        const key = aKey(id, { dailyLimit: 10 });
        await stores.keys.create(key);
        const use = (count: number) => stores.gate.charge([{ keyHash: key.keyHash, costs: [count] }]);
        await use(7);
        expect(await stores.events.recordDue()).toBe(0);
        await use(1);
        expect([await stores.events.recordDue(), await stores.events.recordDue()]).toEqual([1, 0]);
        expect(await listed()).toMatchObject([
          { kind: 'allowance.low', facts: { keyName: 'shop', keyLast4: '0abc', used: 8, dailyLimit: 10 } },
        ]);
        await stores.moveClock('2026-11-11T12:00:00Z');
        await use(9);
        expect(await stores.events.recordDue()).toBe(1);
      });

      it('records 14 days and one day before a key expires, and never for a revoked key', async () => {
        const { id } = await anAccount(stores);
        await stores.keys.create(aKey(id, { expiresAt: new Date('2026-11-30T00:00:00Z') }));
        const revoked = await stores.keys.create(aKey(id, { expiresAt: new Date('2026-11-30T00:00:00Z') }));
        await stores.keys.revoke(revoked!.id);
        const recorded: number[] = [];
        for (const day of ['10', '16', '17', '28', '29']) {
          await stores.moveClock(`2026-11-${day}T00:00:00Z`);
          recorded.push(await stores.events.recordDue());
        }
        expect(recorded).toEqual([0, 1, 0, 0, 1]);
        expect(await listed()).toMatchObject([
          { kind: 'key.expiring', facts: { expiresAt: '2026-11-30T00:00:00Z' } },
          { kind: 'key.expiring' },
        ]);
      });

      it('has an event when a value moves another five percent away from what it was 30 days before', async () => {
        await importSets(stores, '1-1');
        const value = (asOf: number, cents: number | null) =>
          stores.valuations.run(async (session) => {
            const items = await session.listItems(new Date(0));
            const calculatedAt = new Date(asOf * MS_PER_DAY);
            await session.publish(
              aRun({ asOf, calculatedAt, items, values: items.flatMap((item) => valuesOf(item, cents)) }),
            );
          });
        const moved = async () =>
          (await stores.events.list({ ...ALL, kind: 'value.moved' }))
            .map(({ oldCents, newCents, occurredAt }) => [epochDayOf(occurredAt) - DAY, oldCents, newCents])
            .toReversed();
        // Unknown, then known for the first time, then a change within 30 days of that: nothing to compare with.
        await value(DAY - 60, null);
        await value(DAY - 50, 10_000);
        await value(DAY - 40, 20_000);
        expect(await moved()).toEqual([]);
        await value(DAY, 20_900);
        expect(await moved()).toEqual([]);
        await value(DAY + 1, 21_100);
        await value(DAY + 1, 21_100);
        await value(DAY + 2, 21_900);
        expect(await moved()).toEqual([[1, 20_000, 21_100]]);
        await value(DAY + 3, 22_000);
        await value(DAY + 4, 18_900);
        await value(DAY + 5, null);
        await value(DAY + 6, 10_000);
        expect(await moved()).toEqual([
          [1, 20_000, 21_100],
          [3, 20_000, 22_000],
          [4, 20_000, 18_900],
        ]);
      });

      it('has one event for a month, however many series and publications it takes', async () => {
        await importSets(stores, '1-1', '2-1');
        const publish = (setNumber: string, first: number, through: number) =>
          stores.months.run(async (session) => {
            const series = await session.listSeries(setNumber);
            await session.publish(series.map((one) => ({ series: one, first, through, months: [] })));
          });
        const [june, september] = [parseIsoMonth('2026-06')!, parseIsoMonth('2026-09')!];
        await publish('1-1', june, september);
        await publish('2-1', june, september);
        await publish('2-1', june, september - 1);
        await publish('1-1', june, september + 1);
        expect(await listed()).toEqual([
          { kind: 'month.published', subject: 'market', facts: { month: '2026-10' } },
          { kind: 'month.published', subject: 'market', facts: { month: '2026-09' } },
        ]);
      });

      it('forgets what was recorded long ago', async () => {
        await importSets(stores, '1-1');
        await exitsOn('1-1', '2026-12-31');
        const [event] = await stores.events.list(ALL);
        expect(await stores.events.deleteBefore(event!.recordedAt)).toBe(0);
        expect(await stores.events.list({ ...ALL, since: event!.recordedAt })).toHaveLength(1);
        expect(await stores.events.deleteBefore(new Date(event!.recordedAt.getTime() + 1))).toBe(1);
        expect(await listed()).toEqual([]);
      });
    });
  });
}
