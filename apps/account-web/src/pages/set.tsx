import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Chips } from '../choices.tsx';
import { UndoNotice } from '../collection.tsx';
import type { BrickfolioList, Change, Proceeds, SetFacts, SetMonth, SetProceeds, SetValue } from '../contract.ts';
import { count, counted, date, dayText, shortMonthText, usd } from '../format.ts';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pending, Section, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';
import { ExitFacts, Fact, isRangeFirst, isWide, PriceNow, STATUS, Sums, tierText } from '../set-facts.tsx';
import { SetPicture } from '../set-picture.tsx';
import { MonthlyPrices, RetailHistory } from './set-charts.tsx';
import { Table } from '../table.tsx';

const AddHolding = lateDialogs(() => import('./collection-dialogs.ts'))((dialogs) => dialogs.AddHolding);

const CONDITIONS = [
  ['sealed', 'New'],
  ['used', 'Used'],
] as const;

interface ValueProps {
  readonly name: string;
  readonly value: SetValue | null;
  readonly months: readonly SetMonth[];
  /** Sales of incomplete copies. */
  readonly leftOut: number;
  /** What selling a copy would leave on each marketplace. */
  readonly keep: readonly Proceeds[];
}

/** On which sales a value rests; of an estimate, when the last ones were. */
function groundsText(tier: string, months: readonly SetMonth[]): string {
  const last = months.findLast((month) => month.valueCents !== null);
  return tier === 'modelled' && last !== undefined
    ? `${tierText(tier)} (last: ${shortMonthText(last.month)}, ${usd(last.valueCents)})`
    : tierText(tier);
}

/** An estimate begins with its range; where that is wide, it has no figure at all. */
function ValueFigure({ value, months }: { value: SetValue; months: readonly SetMonth[] }): JSX.Element {
  const { valueCents, lowCents, highCents, tier } = value;
  const bounds = { low: lowCents, high: highCents, tier };
  const range = `${usd(lowCents)} to ${usd(highCents)}`;
  const grounds = groundsText(tier, months);
  const note = isWide(bounds)
    ? `Next sale most likely in this range, ${grounds}`
    : `About ${usd(valueCents)}, ${grounds}`;
  return (
    <>
      <p class="today-figure">
        <b>{isRangeFirst(bounds) ? range : usd(valueCents)}</b>
      </p>
      <p class="today-note">
        <span>{isRangeFirst(bounds) ? note : `Next sale most likely ${range}, ${grounds}`}</span>
        {(value.forecast.prices.length > 0 || value.forecast.sales !== null) && <span>{value.forecast.text}</span>}
      </p>
    </>
  );
}

/** What is left of a price that is not said is not said either. */
function hasNoFigure(value: SetValue | null): boolean {
  return value !== null && isWide({ low: value.lowCents, high: value.highCents });
}

function noValueText(months: readonly SetMonth[]): string {
  const last = months.findLast((month) => month.valueCents !== null);
  return last === undefined
    ? 'No value: no sales are known.'
    : `No value: no recent sales (last: ${shortMonthText(last.month)}, ${usd(last.valueCents)}).`;
}

function Value({ name, value, months, leftOut, keep }: ValueProps): JSX.Element {
  return (
    <div class="today">
      <h3>{name}</h3>
      {value === null ? <p class="quiet">{noValueText(months)}</p> : <ValueFigure value={value} months={months} />}
      {leftOut > 0 && (
        <p class="today-note">
          <span>{counted(leftOut, 'sale')} of incomplete copies left out</span>
        </p>
      )}
      {keep.length > 0 && !hasNoFigure(value) && <Sums options={keep} />}
    </div>
  );
}

function Facts({ set, keep }: { set: SetFacts; keep: SetProceeds }): JSX.Element {
  const { retailer_a: nameOfA, retailer_b: nameOfB } = useAccount().retailerNames;
  const [condition, setCondition] = useState<'sealed' | 'used'>('sealed');
  const value = condition === 'sealed' ? set.newValue : set.usedValue;
  return (
    <>
      <Section title="Facts">
        <div class="set-facts">
          <SetPicture number={set.setNumber} theme={set.theme} pieces={set.pieces} />
          <dl class="fact-grid">
            <Fact name="Number">{set.setNumber}</Fact>
            <Fact name="Theme">{[set.theme, set.subtheme].filter(Boolean).join(', ')}</Fact>
            <Fact name="Status">{STATUS[set.status]}</Fact>
            <Fact name="Pieces">{count(set.pieces)}</Fact>
            <Fact name="Minifigures">{count(set.minifigCount)}</Fact>
            <Fact name="Released">{set.releaseDay === null ? set.year : date(set.releaseDay, 'UTC')}</Fact>
            <Fact name={set.status === 'retired' ? 'Retired' : 'Retires'}>
              {set.lastDay === null ? null : date(set.lastDay, 'UTC')}
            </Fact>
            <Fact name="List price">{set.msrpCents === null ? null : usd(set.msrpCents)}</Fact>
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
          <Value
            name="New and sealed"
            value={set.newValue}
            months={set.months.sealed}
            leftOut={set.incompleteSales.sealed}
            keep={keep.sealed}
          />
          <Value
            name="Used"
            value={set.usedValue}
            months={set.months.used}
            leftOut={set.incompleteSales.used}
            keep={keep.used}
          />
        </div>
      </Section>
      <Section
        title="Monthly prices"
        text={
          'The median sale of each month, with the range of its middle 80 %. The month in progress is left out.' +
          (value?.forecast.prices.length ? ' Dashed: what is expected from today on, with its 80 % range.' : '')
        }
        action={<Chips label="Condition" options={CONDITIONS} value={condition} onChange={setCondition} />}
      >
        <MonthlyPrices
          key={condition}
          condition={condition}
          months={condition === 'sealed' ? set.months.sealed : set.months.used}
          value={value}
        />
      </Section>
      <Section title="At retail">
        {set.retail === null ? (
          <p class="quiet">Neither retailer lists this set.</p>
        ) : (
          <dl class="fact-grid">
            <PriceNow name={nameOfA} price={set.retail.retailer_a} />
            <PriceNow name={nameOfB} price={set.retail.retailer_b} />
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
              {usd(set.averageCostCents)} each.
            </p>
            <Table
              label="Your copies"
              class="chart-table"
              heads={['Bought', 'Copies', 'Condition', 'Price of one', 'Brickfolio']}
              numbers={['Price of one']}
            >
              {set.owned.map((holding, index) => (
                <tr key={index}>
                  <th scope="row">{dayText(holding.purchaseDay)}</th>
                  <td class="number">{count(holding.quantity)}</td>
                  <td>{holding.condition}</td>
                  <td class="number">{usd(holding.priceCents)}</td>
                  <td>{holding.brickfolio}</td>
                </tr>
              ))}
            </Table>
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
  // Separate trees: in one tree a longer title would move its neighbor.
  if (set === null || keep.data === null)
    return (
      <Page key="pending" title={number} lead="A set.">
        <Pending loaded={set === null ? loaded : keep} rows={6} />
      </Page>
    );
  return (
    <Page
      key={set.setNumber}
      title={set.title}
      lead={`${set.setNumber}, ${set.theme}`}
      action={
        <div class="buttons">
          <button type="button" class="button primary" onClick={() => setAdding(true)}>
            Add<span class="visually-hidden"> {set.setNumber} to your holdings</span>
          </button>
          {set.owned.length > 0 && (
            <a class="button" href={`/account/holdings?q=${set.setNumber}`}>
              Sell<span class="visually-hidden"> {set.setNumber}</span>
            </a>
          )}
          <a class="button" href={`/account/alerts/rules?set=${set.setNumber}`}>
            Alert me<span class="visually-hidden"> about {set.setNumber}</span>
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
