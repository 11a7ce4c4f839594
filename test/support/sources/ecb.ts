import { type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

const BASE = '/stats/eurofxref/';
const DAY_MS = 86_400_000;
/** 16:00 in winter. */
const PUBLISHED_HOUR = 15;
const RATES: Readonly<Record<string, number>> = { USD: 1.1432, GBP: 0.8567, JPY: 161.5, HRK: 7.53, RUB: 90 };
/** Last days of rates that are not published any more. */
const ENDED: Readonly<Record<string, string>> = { HRK: '2022-12-31', RUB: '2022-03-01' };

/** The reference rates of the European Central Bank, of working days. */
export class EcbStandIn extends StandIn {
  quote: "'" | '"' = "'";

  get address(): string {
    return `${this.origin}${BASE}`;
  }

  protected answer({ path }: SourceRequest): SourceAnswer {
    const days = { 'eurofxref-daily.xml': 1, 'eurofxref-hist-90d.xml': 90, 'eurofxref-hist.xml': 2_000 }[
      path.slice(BASE.length)
    ];
    if (!path.startsWith(BASE) || days === undefined) return { status: 404, body: '<html>Not Found</html>' };
    return { status: 200, body: this.#file(days), headers: { 'content-type': 'text/xml' } };
  }

  /** The newest first; of calendar days, so many. */
  #file(days: number): string {
    const newest = new Date(this.now.getTime() - PUBLISHED_HOUR * 3_600_000);
    const dates = Array.from({ length: days + 4 }, (_, back) => new Date(newest.getTime() - back * DAY_MS));
    const working = dates.filter((date) => date.getUTCDay() % 6 !== 0);
    const isInside = (date: Date): boolean => days === 1 || newest.getTime() - date.getTime() < days * DAY_MS;
    const shown = days === 1 ? working.slice(0, 1) : working.filter(isInside);
    const attribute = (name: string, value: string | number): string => `${name}=${this.quote}${value}${this.quote}`;
    const cubes = shown.map((date) => {
      const day = date.toISOString().slice(0, 10);
      const rates = Object.entries(RATES).filter(([currency]) => day <= (ENDED[currency] ?? '9999'));
      const rows = rates.map(([name, rate]) => `<Cube ${attribute('currency', name)} ${attribute('rate', rate)}/>`);
      return `<Cube ${attribute('time', day)}>${rows.join('')}</Cube>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>`;
  }
}
