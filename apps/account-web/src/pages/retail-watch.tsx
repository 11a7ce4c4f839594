import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Chips } from '../choices.tsx';
import type { WatchList } from '../contract.ts';
import { usd } from '../format.ts';
import { Page, Pager, Pending, Section, SetLink, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';
import { ExitFacts, Fact, PriceNow } from '../set-facts.tsx';

const PAGE = 25;

export default function RetailWatchPage(): JSX.Element {
  const [marked, setMarked] = useState<'' | 'flips' | 'lows'>('');
  const { retailer_a: nameOfA, retailer_b: nameOfB } = useAccount().retailerNames;
  const [days, setDays] = useState('');
  const [offset, setOffset] = useState(0);
  const query = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  if (marked) query.set('marked', marked);
  if (days) query.set('changedWithinDays', days);
  const loaded = useLoaded<WatchList>(`/retail-watch?${query}`);
  const { data } = loaded;
  return (
    <Page title="Retail watch" lead="What two retailers ask for the sets that you have, latest change first.">
      <Section title="Your sets at retail">
        <div class="import-options">
          <label>
            Changed within
            <select
              value={days}
              onChange={(event) => {
                setOffset(0);
                setDays(event.currentTarget.value);
              }}
            >
              <option value="">any time</option>
              <option value="1">a day</option>
              <option value="7">7 days</option>
              <option value="30">30 days</option>
            </select>
          </label>
        </div>
        {data !== null && (
          <Chips
            label="Show rows"
            options={[
              ['', 'All'],
              ['flips', 'Now third-party only', data.flips],
              ['lows', 'Lowest ever', data.lows],
            ]}
            value={marked}
            onChange={(mark) => {
              setOffset(0);
              setMarked(mark);
            }}
          />
        )}
        {data === null ? (
          <Pending loaded={loaded} rows={4} />
        ) : data.total === 0 ? (
          <p class="quiet">None of your sets match. A set shows here once a retailer lists it.</p>
        ) : (
          <>
            <ul class="watch">
              {data.rows.map((row) => (
                <li key={row.setNumber}>
                  <h3>
                    <SetLink number={row.setNumber} title={row.title} />
                  </h3>
                  <dl class="fact-grid">
                    <div>
                      <dt>You paid</dt>
                      <dd>{usd(row.paidCents)}</dd>
                    </div>
                    <PriceNow name={nameOfA} price={row.retail.retailer_a} />
                    <PriceNow name={nameOfB} price={row.retail.retailer_b} />
                    <ExitFacts exit={row.retail.exit} />
                    {row.retail.exit && <Fact name="You’d keep (Amazon FBA)">{usd(row.retail.exit.netCents)}</Fact>}
                  </dl>
                </li>
              ))}
            </ul>
            <Pager offset={offset} limit={PAGE} total={data.total} onMove={setOffset} />
          </>
        )}
      </Section>
    </Page>
  );
}
