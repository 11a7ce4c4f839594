import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Chart } from '../chart.tsx';
import { UndoNotice } from '../collection.tsx';
import type {
  BrickfolioList,
  Change,
  PriceChange,
  Proceeds,
  SetFacts,
  SetMonth,
  SetProceeds,
  SetValue,
} from '../contract.ts';
import { count, counted, date, dateTime, dayText, usd } from '../format.ts';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pending, Section, useLoaded } from '../page.tsx';
import type { ChartLine } from '../plot.ts';
import { useAccount } from '../session.ts';
import { ExitFacts, Fact, PriceNow, SetPicture, STATUS, Sums, TIER } from '../set-facts.tsx';

const AddHolding = lateDialogs(() => import('./collection-dialogs.ts'))((dialogs) => dialogs.AddHolding);
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

interface ValueProps {
  readonly name: string;
  readonly value: SetValue | null;
  /** Sales of incomplete copies. */
  readonly leftOut: number;
  /** What selling a copy would leave on each marketplace. */
  readonly keep: readonly Proceeds[];
}

function Value({ name, value, leftOut, keep }: ValueProps): JSX.Element {
  return (
    <div class="today">
      <h3>{name}</h3>
      {value === null ? (
        <p class="quiet">No value yet.</p>
      ) : (
        <>
          <p class="today-figure">
            <b>{usd(value.value_usd)}</b>
          </p>
          <p class="today-note">
            <span>
              Next sale most likely {usd(value.low_usd)} to {usd(value.high_usd)}, {TIER[value.tier] ?? value.tier}
            </span>
            <span>{value.forecast.text}</span>
          </p>
        </>
      )}
      {leftOut > 0 && (
        <p class="today-note">
          <span>{counted(leftOut, 'sale')} of incomplete copies left out</span>
        </p>
      )}
      {keep.length > 0 && <Sums options={keep} />}
    </div>
  );
}

function Months({ months, condition }: { months: readonly SetMonth[]; condition: string }): JSX.Element {
  const at = useMemo(() => months.map(({ month }) => `${month}-01`), [months]);
  const lines = useMemo<ChartLine[]>(
    () => [
      {
        name: condition === 'sealed' ? 'New' : 'Used',
        tone: 'main',
        values: months.map(({ value_usd }) => value_usd),
        band: { low: months.map(({ low_usd }) => low_usd), high: months.map(({ high_usd }) => high_usd) },
      },
    ],
    [months, condition],
  );
  if (months.length === 0) return <p class="quiet">No month is complete yet.</p>;
  return (
    <Chart
      label={`Monthly prices, ${condition}`}
      at={at}
      lines={lines}
      atName="Month"
      atText={(day) => MONTH.format(new Date(day))}
      noneText="no sales"
      valueText={usd}
    />
  );
}

/** Both retailers over the same instants: each price stays until its next change. */
function joined(a: readonly PriceChange[], b: readonly PriceChange[]): { at: string[]; a: Price[]; b: Price[] } {
  const at = [...new Set([...a, ...b].map((change) => change.at))].toSorted();
  const priceAt = (changes: readonly PriceChange[]) => {
    let index = -1;
    return at.map((instant) => {
      while (index + 1 < changes.length && changes[index + 1]!.at <= instant) index++;
      return changes[index]?.price_usd ?? null;
    });
  };
  return { at, a: priceAt(a), b: priceAt(b) };
}
type Price = number | null;

function RetailHistory({ set }: { set: SetFacts }): JSX.Element {
  const { retailer_a_name, retailer_b_name } = useAccount();
  const { retailer_a_changes: a, retailer_b_changes: b } = set;
  const { at, lines } = useMemo(() => {
    const both = joined(a, b);
    const line = (name: string, tone: 'main' | 'second', values: Price[]): ChartLine => ({
      name,
      tone,
      values,
      stepped: true,
    });
    return { at: both.at, lines: [line(retailer_a_name, 'main', both.a), line(retailer_b_name, 'second', both.b)] };
  }, [a, b, retailer_a_name, retailer_b_name]);
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

function Facts({ set, keep }: { set: SetFacts; keep: SetProceeds }): JSX.Element {
  const { retailer_a_name, retailer_b_name } = useAccount();
  const [condition, setCondition] = useState<'sealed' | 'used'>('sealed');
  return (
    <>
      <Section title="Facts">
        <div class="set-facts">
          <SetPicture number={set.set_number} theme={set.theme} pieces={set.pieces} />
          <dl class="fact-grid">
            <Fact name="Number">{set.set_number}</Fact>
            <Fact name="Theme">{[set.theme, set.subtheme].filter(Boolean).join(', ')}</Fact>
            <Fact name="Status">{STATUS[set.status]}</Fact>
            <Fact name="Pieces">{count(set.pieces)}</Fact>
            <Fact name="Minifigures">{count(set.minifigs)}</Fact>
            <Fact name="Released">{set.release_date === null ? set.year : date(set.release_date, 'UTC')}</Fact>
            <Fact name={set.status === 'retired' ? 'Retired' : 'Retires'}>
              {set.last_day === null ? null : date(set.last_day, 'UTC')}
            </Fact>
            <Fact name="List price">{set.msrp_usd === null ? null : usd(set.msrp_usd)}</Fact>
          </dl>
        </div>
      </Section>
      <Section
        title="Value"
        text={
          <>
            What one copy sells for today, and what you’d keep of it after{' '}
            <a href="/account/what-to-sell">each marketplace’s fees</a>.
          </>
        }
      >
        <div class="todays">
          <Value name="New and sealed" value={set.new_value} leftOut={set.incomplete_sealed_sales} keep={keep.sealed} />
          <Value name="Used" value={set.used_value} leftOut={set.incomplete_used_sales} keep={keep.used} />
        </div>
      </Section>
      <Section
        title="Monthly prices"
        text="The median sale of each month, with the range of its middle 80 %. The month in progress is left out."
        action={
          <div class="filters" role="group" aria-label="Condition">
            {(['sealed', 'used'] as const).map((one) => (
              <button
                key={one}
                type="button"
                class="chip"
                aria-pressed={condition === one}
                onClick={() => setCondition(one)}
              >
                {one === 'sealed' ? 'New' : 'Used'}
              </button>
            ))}
          </div>
        }
      >
        <Months
          key={condition}
          months={condition === 'sealed' ? set.sealed_months : set.used_months}
          condition={condition}
        />
      </Section>
      <Section title="At retail">
        {set.retail === null ? (
          <p class="quiet">Neither retailer lists this set.</p>
        ) : (
          <dl class="fact-grid">
            <PriceNow name={retailer_a_name} price={set.retail.retailer_a} />
            <PriceNow name={retailer_b_name} price={set.retail.retailer_b} />
            <ExitFacts exit={set.retail.exit} />
          </dl>
        )}
        <RetailHistory set={set} />
      </Section>
      <Section title="What you paid">
        {set.owned.length === 0 ? (
          <p class="quiet">You don’t own this set.</p>
        ) : (
          <>
            <p>
              {count(set.owned.reduce((sum, { quantity }) => sum + quantity, 0))} unsold, on average{' '}
              {usd(set.average_cost_usd)} each.
            </p>
            <div class="table-scroll" tabIndex={0} role="region" aria-label="Your copies">
              <table class="chart-table">
                <thead>
                  <tr>
                    <th scope="col">Bought</th>
                    <th scope="col">Copies</th>
                    <th scope="col">Condition</th>
                    <th scope="col" class="number">
                      Price of one
                    </th>
                    <th scope="col">Brickfolio</th>
                  </tr>
                </thead>
                <tbody>
                  {set.owned.map((holding, index) => (
                    <tr key={index}>
                      <th scope="row">{dayText(holding.purchase_date)}</th>
                      <td class="number">{count(holding.quantity)}</td>
                      <td>{holding.condition}</td>
                      <td class="number">{usd(holding.price_usd)}</td>
                      <td>{holding.brickfolio}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Section>
    </>
  );
}

export default function SetPage(): JSX.Element {
  const { number = '' } = useRoute().params;
  const loaded = useLoaded<SetFacts>(`/sets/${encodeURIComponent(number)}`);
  const keep = useLoaded<SetProceeds>(`/what-to-sell/${encodeURIComponent(number)}`);
  const folios = useLoaded<BrickfolioList>('/brickfolios');
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  const set = loaded.data;
  const done = (made: Change): void => {
    setAdding(false);
    setChange(made);
    void loaded.reload();
  };
  // Each is a tree of its own: a title that grows would move what stands beside it.
  if (set === null || keep.data === null)
    return (
      <Page key="pending" title={number} lead="A set.">
        <Pending loaded={set === null ? loaded : keep} rows={6} />
      </Page>
    );
  return (
    <Page
      key={set.set_number}
      title={set.title}
      lead={`${set.set_number}, ${set.theme}`}
      action={
        <div class="buttons">
          <button type="button" class="button primary" onClick={() => setAdding(true)}>
            Add<span class="visually-hidden"> {set.set_number} to your holdings</span>
          </button>
          {set.owned.length > 0 && (
            <a class="button" href={`/account/holdings?q=${set.set_number}`}>
              Sell<span class="visually-hidden"> {set.set_number}</span>
            </a>
          )}
          <a class="button" href={`/account/alerts/rules?set=${set.set_number}`}>
            Alert me<span class="visually-hidden"> about {set.set_number}</span>
          </a>
        </div>
      }
    >
      <UndoNotice change={change} onUndone={done} />
      <Facts set={set} keep={keep.data} />
      {isAdding && folios.data !== null && (
        <AddHolding brickfolios={folios.data.brickfolios} known={set} onDone={done} onClose={() => setAdding(false)} />
      )}
    </Page>
  );
}
