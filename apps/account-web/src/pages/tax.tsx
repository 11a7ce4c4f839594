import type { JSX } from 'preact';
import type { LedgerTotals } from '../contract.ts';
import { FileLink, Page, Pending, useLoaded } from '../page.tsx';

/** The report of each year with sales. */
export default function TaxPage(): JSX.Element {
  const loaded = useLoaded<LedgerTotals>('/ledger/totals');
  return (
    <Page
      title="Tax years"
      lead="One line for each purchase you sold from: bought, sold, cost, proceeds, fees and gain."
    >
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={2} />
      ) : loaded.data.years.length === 0 ? (
        <p class="quiet">
          No sales yet. <a href="/account/holdings">Sell from your holdings</a>, or{' '}
          <a href="/account/ledger">record a sale</a>.
        </p>
      ) : (
        <ul class="rows">
          {loaded.data.years.map((year) => (
            <li key={year}>
              <h2>{year}</h2>
              <FileLink path={`/ledger/tax-year/${year}`} name={`brickmarket-sales-${year}.csv`} class="button">
                Download {year} as CSV
              </FileLink>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
