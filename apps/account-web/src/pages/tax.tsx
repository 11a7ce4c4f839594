import type { JSX } from 'preact';
import type { LedgerTotals, TaxReport, TaxTotals } from '../contract.ts';
import { count, counted, dayText, money, platformText, signedMoney, toneOf } from '../format.ts';
import { SelectField } from '../forms.tsx';
import { FileLink, Page, Pending, Section, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { Table } from '../table.tsx';

const TERMS: Readonly<Record<string, string>> = {
  short: 'Held for a year or less',
  long: 'Held for more than a year',
  unknown: 'Day of purchase unknown',
};
const METHODS: Readonly<Record<string, string>> = {
  fifo: 'oldest first',
  picked: 'copies you chose',
  recorded: 'cost as entered',
};

function SumCells({ totals }: { totals: TaxTotals }): JSX.Element {
  const isKnown = totals.lines > totals.linesOfUnknownBasis;
  return (
    <>
      <td class="number">{money(totals.proceedsCents)}</td>
      <td class="number">{money(totals.feesCents)}</td>
      <td class="number">{isKnown ? money(totals.basisCents) : 'unknown'}</td>
      <td class={`number ${isKnown ? toneOf(totals.gainCents) : ''}`}>
        {isKnown ? signedMoney(totals.gainCents) : 'unknown'}
      </td>
    </>
  );
}

const AMOUNTS = ['Proceeds', 'Fees', 'Cost', 'Gain'] as const;

function Totals({ report }: { report: TaxReport }): JSX.Element {
  const { all, terms } = report;
  return (
    <>
      <Table
        label="Totals of the year"
        class="tax-table"
        heads={['Holding period', 'Copies', ...AMOUNTS]}
        numbers={['Copies', ...AMOUNTS]}
      >
        {terms.map((totals) => (
          <tr key={totals.term}>
            <th scope="row">{TERMS[totals.term]}</th>
            <td class="number">{count(totals.quantity)}</td>
            <SumCells totals={totals} />
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">All</th>
          <td class="number">{count(all.quantity)}</td>
          <SumCells totals={all} />
        </tr>
      </Table>
      {all.linesOfUnknownBasis > 0 && (
        <p class="hint">
          Cost and gain leave out {counted(all.linesOfUnknownBasis, 'line')} of unknown cost: enter what you paid to
          complete them.
        </p>
      )}
    </>
  );
}

function Lines({ report }: { report: TaxReport }): JSX.Element {
  return (
    <Table
      label="Lines of the report"
      class="tax-table"
      isTall
      heads={['Set', 'Copies', 'Bought', 'Sold', 'Period', ...AMOUNTS]}
      numbers={['Copies', ...AMOUNTS]}
    >
      {report.lines.map((line, index) => (
        <tr key={index}>
          <td>
            <SetLink number={line.setNumber} title={line.title} />
            <small>
              {platformText(line.platform)}, {METHODS[line.method]}
            </small>
          </td>
          <td class="number">{count(line.quantity)}</td>
          <td>{dayText(line.acquiredDay)}</td>
          <td>{dayText(line.soldDay)}</td>
          <td>{line.term}</td>
          <td class="number">{money(line.proceedsCents)}</td>
          <td class="number">{money(line.feesCents)}</td>
          <td class="number">{money(line.basisCents)}</td>
          <td class={`number ${toneOf(line.gainCents)}`}>{signedMoney(line.gainCents)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Report({ year }: { year: string }): JSX.Element {
  const loaded = useLoaded<TaxReport>(`/ledger/tax-report/${year}`);
  if (loaded.data === null) return <Pending loaded={loaded} rows={4} />;
  return (
    <>
      <Section
        title={`Sales in ${loaded.data.year}`}
        action={
          <div class="buttons">
            <FileLink path={`/ledger/tax-year/${year}`} name={`brickmarket-sales-${year}.csv`} class="button">
              Download {year} as CSV
            </FileLink>
            <button type="button" class="button" onClick={() => print()}>
              Print
            </button>
          </div>
        }
      >
        <Totals report={loaded.data} />
      </Section>
      <Section title="Line by line">
        <Lines report={loaded.data} />
      </Section>
    </>
  );
}

/** The report of a year with sales, for people, for paper and as a file. */
export default function TaxPage(): JSX.Element {
  const loaded = useLoaded<LedgerTotals>('/ledger/totals');
  const [{ year }, show] = useListAddress({ year: '' });
  const years = loaded.data?.years ?? [];
  const shown = year === '' ? String(years[0]) : year;
  return (
    <Page
      title="Tax years"
      lead="One line for each purchase you sold from: bought, sold, cost, proceeds, fees and gain."
      action={
        years.length > 1 && (
          <SelectField
            label="Year"
            name="year"
            options={years.map((one) => [String(one), String(one)] as const)}
            value={shown}
            onChange={(one) => show({ year: one })}
          />
        )
      }
    >
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={2} />
      ) : years.length === 0 ? (
        <p class="quiet">
          No sales yet. <a href="/account/holdings">Sell from your holdings</a>, or{' '}
          <a href="/account/ledger">record a sale</a>.
        </p>
      ) : (
        <Report key={shown} year={shown} />
      )}
    </Page>
  );
}
