import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Chart } from '../chart.tsx';
import { OneOf } from '../choices.tsx';
import { Figure } from '../collection.tsx';
import type { Market, Mover, Overview, Return } from '../contract.ts';
import { Failure, Field, SubmitButton, Success, useSubmit } from '../forms.tsx';
import { count, counted, date, dayText, money, percent, signedMoney, signedPercent, toneOf, usd } from '../format.ts';
import { Page, Pending, queryOf, Section, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';
import { Table } from '../table.tsx';

const PERIODS = [
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['1y', '1 year'],
  ['days', 'Other'],
] as const;
const USUAL = { period: '1y', from: '', until: '' };

const WHY_UNKNOWN: Readonly<Record<string, string>> = {
  'no-known-copies': 'No copy has a known price, date and value yet.',
  'no-rate': 'An annual return cannot be computed from these cash flows.',
  'several-rates': 'Several rates fit, so none of them means anything.',
};

function periodText({ period, history: { days } }: Overview): string {
  if (period !== 'days') return PERIODS.find(([value]) => value === period)![1];
  return `${dayText(days[0]!)} to ${dayText(days.at(-1)!)}`;
}

interface ReturnFigureProps {
  readonly title: string;
  /** Without anything while it is loaded. */
  readonly rate: Partial<Return>;
  readonly text: string;
}

function ReturnFigure({ title, rate, text }: ReturnFigureProps): JSX.Element {
  return (
    <div class="figure">
      <h3>{title}</h3>
      <p class="figure-value">{rate.pct === undefined ? '…' : signedPercent(rate.pct)}</p>
      <p class="figure-note">
        {text} {WHY_UNKNOWN[rate.outcome!]}
      </p>
    </div>
  );
}

/** Loaded once the overview is there, which does not wait for it. */
function MarketFigure({ query, title }: { query: string; title: string }): JSX.Element {
  const { data } = useLoaded<Market>(`/overview/market?${query}`);
  const known = data ? `${count(data.valuedSets)} of ${count(data.sets)}` : '…';
  return (
    <ReturnFigure
      title={title}
      rate={data ?? {}}
      text={`What the sets of your themes made, weighed as your collection is today. Known values: ${known}.`}
    />
  );
}

function ValueChart({ overview }: { overview: Overview }): JSX.Element {
  const { days, valueCents, costCents } = overview.history;
  const lines = useMemo(
    () => [
      { name: 'Value', tone: 'main' as const, values: valueCents },
      { name: 'Cost', tone: 'quiet' as const, values: costCents, stepped: true },
    ],
    [overview],
  );
  return (
    <Chart label="Value and cost by day" at={days} lines={lines} atText={(day) => date(day, 'UTC')} valueText={usd} />
  );
}

function Ranking({ title, movers }: { title: string; movers: readonly Mover[] }): JSX.Element {
  return (
    <div>
      <h3>{title}</h3>
      {movers.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <ol class="moves">
          {movers.map((mover, index) => (
            <li key={index}>
              <SetLink number={mover.setNumber} title={mover.title} />
              <b class={toneOf(mover.gainPct)}>{signedPercent(mover.gainPct)}</b>
              <small>
                {counted(mover.copies, 'copy', 'copies')}, {mover.condition}, {signedMoney(mover.gainCents)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const SHARES = [
  ['themes', 'Theme'],
  ['years', 'Year bought'],
  ['conditions', 'Condition'],
  ['brickfolios', 'Brickfolio'],
] as const;

/** How many parts are shown before the rest is asked for. */
const MOST_SHARES = 12;

/** What the collection consists of, by value. */
function Allocation({ overview }: { overview: Overview }): JSX.Element {
  const [by, setBy] = useState<(typeof SHARES)[number][0]>('themes');
  const [isWhole, setWhole] = useState(false);
  const shares = overview.shares[by];
  const shown = isWhole ? shares : shares.slice(0, MOST_SHARES);
  return (
    <>
      <OneOf
        legend="Allocation by"
        isLegendHidden
        name="allocation"
        class="periods"
        options={SHARES}
        value={by}
        onChange={setBy}
      />
      <Table
        label="Allocation"
        class="shares"
        isTall
        caption="Allocation"
        heads={[SHARES.find(([name]) => name === by)![1], 'Share', 'Value', 'Gain']}
        numbers={['Share', 'Value', 'Gain']}
      >
        {shown.map((share) => (
          <tr key={share.name}>
            <th scope="row">
              <span class="break">{share.name}</span>
              <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="meter-track" width="100" height="6" />
                <rect class="meter-fill" width={share.valuePct} height="6" />
              </svg>
            </th>
            <td class="number">{percent(share.valuePct)}</td>
            <td class="number">{money(share.valueCents)}</td>
            <td class={`number ${toneOf(share.gainCents)}`}>
              {share.itemCount > share.unknownCost.itemCount ? signedMoney(share.gainCents) : 'unknown'}
            </td>
          </tr>
        ))}
      </Table>
      {shares.length > shown.length && (
        <button type="button" class="button small" onClick={() => setWhole(true)}>
          Show all {shares.length}
        </button>
      )}
    </>
  );
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The first and the last day of a period of one's own. */
function OwnPeriod({ from, until, onChange }: { from: string; until: string; onChange: (days: OwnDays) => void }) {
  const form = useSubmit(async (data) => onChange({ from: data['from']!, until: data['until']! }));
  return (
    <form class="field-row own-period" noValidate onSubmit={form.onSubmit}>
      {Object.entries({ From: from, Until: until }).map(([label, day]) => (
        <Field
          key={label}
          label={label}
          name={label.toLowerCase()}
          type="date"
          required
          missing={`${label} which day?`}
          defaultValue={day}
          error={form.error}
        />
      ))}
      <SubmitButton busy={form.busy} kind="plain">
        Show
      </SubmitButton>
    </form>
  );
}

type OwnDays = { readonly from: string; readonly until: string };

const isGainKnown = ({ totals }: Overview): boolean =>
  totals.itemCount === 0 || totals.unknownCost.itemCount < totals.itemCount;

function costNote({ totals: { unknownCost } }: Overview): string {
  if (unknownCost.itemCount === 0) return 'What you paid';
  return `What you paid, without ${counted(unknownCost.itemCount, 'copy', 'copies')} of unknown price`;
}

function valueNote({ totals, estimatedCents }: Overview): string {
  const copies = `${counted(totals.itemCount, 'copy', 'copies')} of ${counted(totals.setCount, 'set')}`;
  return estimatedCents === 0 ? copies : `${copies}, of which ${money(estimatedCents)} estimated`;
}

/** The gain in percent, and how much of the value it leaves out. */
function gainNote(overview: Overview): string {
  const { gainPct, unknownCost } = overview.totals;
  if (!isGainKnown(overview)) return 'Enter what you paid to see your gain.';
  const made = `${signedPercent(gainPct)} of cost`;
  return unknownCost.itemCount === 0
    ? made
    : `${made}, without ${money(unknownCost.valueCents)} in copies of unknown price`;
}

/** What an account without anything in it can do first. */
const BEGINNINGS = [
  [
    '/account/import',
    'Import a file',
    'An export such as that of Brickset or BrickEconomy, a table of your own, or your sales.',
  ],
  ['/account/holdings?add', 'Add a set', 'By number or name, with what you paid for it.'],
  ['/account/keys', 'Create an API key', 'For your own tools and your assistant.'],
] as const;

function Beginnings(): JSX.Element {
  return (
    <>
      <h2 class="visually-hidden">Three ways to begin</h2>
      <ul class="beginnings">
        {BEGINNINGS.map(([href, title, text]) => (
          <li key={href}>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

export default function OverviewPage(): JSX.Element {
  const { query } = useLocation();
  const { stepUpMethods } = useAccount();
  const [{ period, from, until }, show] = useListAddress(USUAL);
  const days = { from: from || daysAgo(60), until: until || daysAgo(0) };
  const asked = queryOf(period === 'days' ? days : { period });
  const loaded = useLoaded<Overview>(`/overview?${asked}`);
  const { data } = loaded;
  const path = '/brickfolio/analytics';
  return (
    <Page title="Overview" lead="What your collection is worth today.">
      {'welcome' in query && (
        <Success>
          <p>Your account is ready.</p>
        </Success>
      )}
      {stepUpMethods.length === 0 && (
        <div class="notice">
          <div>
            <p>
              You signed in by a link. <a href="/account/security">Add a passkey or set a password</a> now, so that you
              can sign in again by yourself. You can also do it later.
            </p>
          </div>
        </div>
      )}
      {data === null ? (
        <Pending loaded={loaded} rows={6} />
      ) : data.totals.itemCount === 0 && data.sales.sales === 0 ? (
        <Beginnings />
      ) : (
        <>
          <h2 class="visually-hidden">Totals</h2>
          <div class="figures">
            <Figure
              label="Value"
              value={money(data.totals.valueCents)}
              note={valueNote(data)}
              path={path}
              field="summary.total_current_value_usd"
            />
            <Figure
              label="Cost"
              value={money(data.totals.costCents)}
              note={costNote(data)}
              path={path}
              field="summary.total_cost_basis_usd"
            />
            <Figure
              label="Unrealized gain"
              value={isGainKnown(data) ? signedMoney(data.totals.gainCents) : 'unknown'}
              note={gainNote(data)}
              path={path}
              field="summary.unrealized_gain_loss_usd"
            />
            <Figure
              label="Realized gain"
              value={signedMoney(data.sales.profitCents)}
              note={
                counted(data.sales.sales, 'sale') +
                (data.sales.salesOfUnknownCost > 0 ? `, ${count(data.sales.salesOfUnknownCost)} of unknown cost` : '')
              }
              path="/salesledger"
              field="sales[].profit_loss_usd, added up"
            />
          </div>
          <Section title="Value over time">
            <OneOf
              legend="Period"
              isLegendHidden
              name="period"
              class="periods"
              options={PERIODS}
              value={period as (typeof PERIODS)[number][0]}
              onChange={(one) => show({ period: one, from: '', until: '' })}
            />
            {period === 'days' && <OwnPeriod {...days} onChange={show} />}
            <Failure error={loaded.error} />
            <ValueChart overview={data} />
          </Section>
          <Section title="Allocation" text="What your collection consists of, by value today.">
            <Allocation overview={data} />
          </Section>
          <Section title="Best and worst" text="The holdings that gained and lost most, in percent of their price.">
            <div class="two-columns">
              <Ranking title="Ten best" movers={data.best} />
              <Ranking title="Ten worst" movers={data.worst} />
            </div>
          </Section>
          <Section
            title="Returns"
            text={
              data.copiesLeftOut > 0 &&
              `${counted(data.copiesLeftOut, 'copy', 'copies')} of unknown price, date, value or sale are excluded.`
            }
          >
            <div class="figures">
              <ReturnFigure
                title="Money-weighted, per year"
                rate={data.moneyWeighted}
                text="The yearly rate at which the money you put in grew to what you took out and still have."
              />
              <ReturnFigure
                title={`Time-weighted, ${periodText(data)}`}
                rate={data.timeWeighted}
                text="How much each invested dollar grew, regardless of when you bought or sold."
              />
              <MarketFigure query={asked} title={`The market, ${periodText(data)}`} />
            </div>
          </Section>
          {data.ahead.expected !== null && <Section title="A year ahead" text={data.ahead.text} />}
        </>
      )}
    </Page>
  );
}
