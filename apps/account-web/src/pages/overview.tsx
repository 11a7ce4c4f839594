import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Chart } from '../chart.tsx';
import { Figure, SetLink } from '../collection.tsx';
import type { Overview, Return } from '../contract.ts';
import { Success } from '../forms.tsx';
import { count, counted, date, money, signedMoney, signedPercent, toneOf, usd } from '../format.ts';
import { Page, Pending, Section, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';

const PERIODS = [
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['1y', '1 year'],
] as const;

const WHY_UNKNOWN: Readonly<Record<string, string>> = {
  'no-known-copies': 'No copy has a known price, date and value yet.',
  'no-rate': 'No yearly rate explains what went in and came out, as over a few days.',
  'several-rates': 'Several rates explain the same payments, so none of them means anything.',
};

function ReturnFigure({ title, rate, text }: { title: string; rate: Return; text: string }): JSX.Element {
  return (
    <div class="figure">
      <h3>{title}</h3>
      <p class="figure-value">{signedPercent(rate.pct)}</p>
      <p class="figure-note">
        {text} {WHY_UNKNOWN[rate.outcome] ?? ''}
      </p>
    </div>
  );
}

function ValueChart({ overview }: { overview: Overview }): JSX.Element {
  const { days, value_cents, cost_cents } = overview.history;
  const lines = useMemo(
    () => [
      { name: 'Value', tone: 'main' as const, values: value_cents.map((cents) => cents / 100) },
      { name: 'Cost', tone: 'quiet' as const, values: cost_cents.map((cents) => cents / 100), stepped: true },
    ],
    [overview],
  );
  return (
    <Chart label="Value and cost by day" at={days} lines={lines} atText={(day) => date(day, 'UTC')} valueText={usd} />
  );
}

function Movers({ overview }: { overview: Overview }): JSX.Element {
  const movers = [
    ['Top gainer', overview.top_gainer],
    ['Top loser', overview.top_loser],
  ] as const;
  return (
    <ul class="rows">
      {movers.map(([label, mover]) => (
        <li key={label}>
          <div>
            <p class="quiet">{label}</p>
            <p class="break">{mover ? <SetLink number={mover.set_number} title={mover.title} /> : 'None'}</p>
          </div>
          {mover && <b class={toneOf(mover.gain_pct)}>{signedPercent(mover.gain_pct)}</b>}
        </li>
      ))}
    </ul>
  );
}

const isGainKnown = ({ totals }: Overview): boolean =>
  totals.copies === 0 || totals.copies_of_unknown_cost < totals.copies;

function costNote({ totals: { copies_of_unknown_cost: copies } }: Overview): string {
  if (copies === 0) return 'What you paid';
  return `What you paid, without ${counted(copies, 'copy', 'copies')} of unknown price`;
}

/** The gain in percent, and how much of the value it leaves out. */
function gainNote(overview: Overview): string {
  const { gain_pct, copies_of_unknown_cost: copies, value_of_unknown_cost_cents: value } = overview.totals;
  if (!isGainKnown(overview)) return 'Enter what you paid to see your gain.';
  const percent = `${signedPercent(gain_pct)} of cost`;
  return copies === 0 ? percent : `${percent}, without ${money(value)} in copies of unknown price`;
}

/** What an account without anything in it can do first. */
const BEGINNINGS = [
  [
    '/account/import',
    'Import a file',
    'An export of Brickset, BrickEconomy, BrickLink or Rebrickable, a table of your own, or your sales.',
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
  const { step_up_methods } = useAccount();
  const [period, setPeriod] = useState('1y');
  const loaded = useLoaded<Overview>(`/overview?period=${period}`);
  const { data } = loaded;
  const path = '/brickfolio/analytics';
  return (
    <Page title="Overview" lead="What your collection is worth today.">
      {'welcome' in query && (
        <Success>
          <p>Your account is ready.</p>
        </Success>
      )}
      {step_up_methods.length === 0 && (
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
      ) : data.totals.copies === 0 && data.sales.sales === 0 ? (
        <Beginnings />
      ) : (
        <>
          <h2 class="visually-hidden">Totals</h2>
          <div class="figures">
            <Figure
              label="Value"
              value={money(data.totals.value_cents)}
              note={`${counted(data.totals.copies, 'copy', 'copies')} of ${counted(data.totals.sets, 'set')}`}
              path={path}
              field="summary.total_current_value_usd"
            />
            <Figure
              label="Cost"
              value={money(data.totals.cost_cents)}
              note={costNote(data)}
              path={path}
              field="summary.total_cost_basis_usd"
            />
            <Figure
              label="Unrealized gain"
              value={isGainKnown(data) ? signedMoney(data.totals.gain_cents) : 'unknown'}
              note={gainNote(data)}
              path={path}
              field="summary.unrealized_gain_loss_usd"
            />
            <Figure
              label="Realized gain"
              value={signedMoney(data.sales.profit_cents)}
              note={
                counted(data.sales.sales, 'sale') +
                (data.sales.sales_of_unknown_cost > 0
                  ? `, ${count(data.sales.sales_of_unknown_cost)} of unknown cost`
                  : '')
              }
              path="/salesledger"
              field="sales[].profit_loss_usd, added up"
            />
          </div>
          <Section title="Value over time">
            <fieldset class="choices periods">
              <legend class="visually-hidden">Period</legend>
              <div>
                {PERIODS.map(([value, text]) => (
                  <label key={value} class="choice">
                    <input
                      type="radio"
                      name="period"
                      value={value}
                      checked={value === period}
                      onChange={() => setPeriod(value)}
                    />
                    <span>{text}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <ValueChart overview={data} />
          </Section>
          <Section title="Movers" text="The holdings that gained and lost most, in percent of their price.">
            <Movers overview={data} />
          </Section>
          <Section
            title="Returns"
            text={
              data.copies_left_out > 0 &&
              `${counted(data.copies_left_out, 'copy', 'copies')} of unknown price, date, value or sale are left out.`
            }
          >
            <div class="figures">
              <ReturnFigure
                title="Money-weighted, per year"
                rate={data.money_weighted}
                text="The yearly rate at which the money you put in grew to what you took out and still have."
              />
              <ReturnFigure
                title={`Time-weighted, ${PERIODS.find(([value]) => value === data.period)![1]}`}
                rate={data.time_weighted}
                text="What a dollar in the collection made over the period, whatever you bought and sold meanwhile."
              />
            </div>
          </Section>
        </>
      )}
    </Page>
  );
}
