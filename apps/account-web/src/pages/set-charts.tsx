import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Chart } from '../chart.tsx';
import type { ChartLine } from '../chart-data.ts';
import type { PriceChange, SetFacts, SetMonth, SetValue } from '../contract.ts';
import { dateTime, monthText, usd } from '../format.ts';
import { useAccount } from '../session.ts';

/** Longer months count as ending on their 28th. */
function dayAhead(months: number): string {
  const now = new Date();
  const day = Math.min(28, now.getUTCDate());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString().slice(0, 10);
}

interface MonthlyPricesProps {
  readonly condition: 'sealed' | 'used';
  readonly months: readonly SetMonth[];
  readonly value: SetValue | null;
}

/** Complete months, today's value, and the forecast. */
export function MonthlyPrices({ condition, months, value }: MonthlyPricesProps): JSX.Element {
  const { at, lines, today } = useMemo(() => {
    const expected = value?.forecast.prices ?? [];
    const ahead =
      value === null || expected.length === 0
        ? []
        : [{ ...value, months: 0 }, ...expected.map((one) => ({ ...one, valueCents: one.middleCents }))];
    const prices = [...months, ...ahead];
    const line: ChartLine = {
      name: condition === 'sealed' ? 'New' : 'Used',
      tone: 'main',
      values: prices.map(({ valueCents }) => valueCents),
      band: { low: prices.map(({ lowCents }) => lowCents), high: prices.map(({ highCents }) => highCents) },
    };
    return {
      at: [...months.map(({ month }) => `${month}-01`), ...ahead.map((price) => dayAhead(price.months))],
      lines: [line],
      today: ahead.length === 0 ? undefined : months.length,
    };
  }, [months, value, condition]);
  if (at.length === 0) return <p class="quiet">No month is complete yet.</p>;
  return (
    <Chart
      label={`Monthly prices, ${condition}`}
      at={at}
      lines={lines}
      today={today}
      atName="Month"
      atText={(day) => monthText(day.slice(0, 7))}
      noneText="no sales"
      valueText={usd}
    />
  );
}

/** Both retailers on shared instants: prices stay until their next change. */
function joined(a: readonly PriceChange[], b: readonly PriceChange[]): { at: string[]; a: Price[]; b: Price[] } {
  const at = [...new Set([...a, ...b].map((change) => change.at))].toSorted();
  const priceAt = (changes: readonly PriceChange[]) => {
    let index = -1;
    return at.map((instant) => {
      while (index + 1 < changes.length && changes[index + 1]!.at <= instant) index++;
      return changes[index]?.priceCents ?? null;
    });
  };
  return { at, a: priceAt(a), b: priceAt(b) };
}
type Price = number | null;

export function RetailHistory({ set }: { set: SetFacts }): JSX.Element {
  const { retailer_a: nameOfA, retailer_b: nameOfB } = useAccount().retailerNames;
  const { retailer_a: a, retailer_b: b } = set.changes;
  const { at, lines } = useMemo(() => {
    const both = joined(a, b);
    const line = (name: string, tone: 'main' | 'second', values: Price[]): ChartLine => ({
      name,
      tone,
      values,
      stepped: true,
    });
    return { at: both.at, lines: [line(nameOfA, 'main', both.a), line(nameOfB, 'second', both.b)] };
  }, [a, b, nameOfA, nameOfB]);
  if (at.length === 0) return <p class="quiet">No price was ever seen.</p>;
  return (
    <Chart
      label="Retail prices"
      at={at}
      lines={lines}
      atName="Changed at (UTC)"
      atText={(instant) => dateTime(instant, 'UTC')}
      valueText={usd}
    />
  );
}
