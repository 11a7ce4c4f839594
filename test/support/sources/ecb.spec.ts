import { EcbStandIn } from './ecb.ts';

describe('the stand-in of the European Central Bank', () => {
  let ecb: EcbStandIn;
  beforeEach(async () => {
    // A Wednesday, after the rates of the day.
    ecb = await new EcbStandIn(new Date('2026-06-17T15:30:00Z')).start();
  });
  afterEach(() => ecb.stop());

  const read = async (file: string): Promise<string> => (await fetch(`${ecb.address}${file}`)).text();
  const daysIn = (xml: string): string[] => [...xml.matchAll(/time=['"]([\d-]+)/g)].map(([, day]) => day!);

  it('publishes units per euro of the day, in either kind of quotes', async () => {
    expect(await read('eurofxref-daily.xml')).toContain(
      "<Cube time='2026-06-17'><Cube currency='USD' rate='1.1432'/><Cube currency='GBP' rate='0.8567'/>",
    );
    ecb.quote = '"';
    expect(await read('eurofxref-daily.xml')).toContain('<Cube currency="USD" rate="1.1432"/>');
  });

  it('has the day before until the afternoon, and Friday at the weekend', async () => {
    ecb.now = new Date('2026-06-17T14:59:00Z');
    expect(daysIn(await read('eurofxref-daily.xml'))).toEqual(['2026-06-16']);
    ecb.now = new Date('2026-06-21T20:00:00Z');
    expect(daysIn(await read('eurofxref-daily.xml'))).toEqual(['2026-06-19']);
  });

  it('keeps a past without weekends, and currencies that end', async () => {
    const days = daysIn(await read('eurofxref-hist-90d.xml'));
    expect([days[0], days.length]).toEqual(['2026-06-17', 64]);
    const past = await read('eurofxref-hist.xml');
    expect(/time='2022-12-30'>[^\n]*HRK/.test(past)).toBe(true);
    expect(/time='2023-01-02'>[^\n]*HRK/.test(past)).toBe(false);
  });
});
