import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Chips } from '../choices.tsx';
import type { SellingLine, SellList } from '../contract.ts';
import { counted, money, signedMoney, signedPercent, toneOf } from '../format.ts';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pager, Pending, queryOf, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { Certainty, Sums } from '../set-facts.tsx';

const FeesDialog = lateDialogs(() => import('./collection-dialogs.ts'))((dialogs) => dialogs.FeesDialog);

const LIMIT = 25;
const USUAL = { order: 'margin', offset: '0' };
const ORDERS = [
  ['margin', 'Margin'],
  ['gain', 'Gain'],
  ['keep', 'What you’d keep'],
] as const;

function Line({ line }: { line: SellingLine }): JSX.Element {
  const { copies, best, keep_cents, cost_cents, gain_cents, gain_pct, copies_of_unknown_cost: unknown } = line;
  return (
    <li>
      <div class="deal-head">
        <h2>
          <SetLink number={line.set_number} title={line.title} />{' '}
          <small>
            {counted(copies, 'copy', 'copies')}, {line.condition}
          </small>
        </h2>
        <p class="deal-gain">
          {gain_cents === null ? (
            <span class="quiet">Gain unknown: no purchase price</span>
          ) : (
            <>
              <b class={toneOf(gain_cents)}>{signedMoney(gain_cents)}</b>{' '}
              <span class={toneOf(gain_cents)}>{signedPercent(gain_pct)}</span>
            </>
          )}
        </p>
      </div>
      <p>
        You’d keep <b>{money(keep_cents)}</b> on {best.name}
        {copies > 1 && <> for all {copies}</>}
        {cost_cents !== null && <>; you paid {money(cost_cents)}</>}
        {unknown > 0 && cost_cents !== null && <> for the {copies - unknown} of known price</>}.
      </p>
      <Sums options={line.options} />
      <Certainty value={line.value} recent={line.recent} />
      <a class="button small" href={`/account/holdings?q=${line.set_number}`}>
        Sell<span class="visually-hidden"> {line.set_number}</span>
      </a>
    </li>
  );
}

/** What is held, by what selling it today would make after fees. */
export default function WhatToSellPage(): JSX.Element {
  const [shown, showAs] = useListAddress(USUAL);
  const [isEditing, setEditing] = useState(false);
  const loaded = useLoaded<SellList>(`/what-to-sell?${queryOf({ limit: LIMIT, ...shown })}`);
  const { data } = loaded;
  return (
    <Page
      title="What to sell"
      lead="Your unsold copies at today’s prices, after each marketplace’s fees, the best first."
      action={
        <button type="button" class="button" onClick={() => setEditing(true)}>
          Your fees
        </button>
      }
    >
      <Chips
        label="Sort by"
        options={ORDERS}
        value={shown.order}
        onChange={(order) => showAs({ order, offset: '0' })}
      />
      {data === null ? (
        <Pending loaded={loaded} rows={6} />
      ) : data.total === 0 ? (
        <p class="quiet">
          {data.copies_left_out === 0
            ? 'You hold nothing yet. '
            : 'None of your copies has a price on a marketplace that you use. '}
          <a href="/account/holdings">Go to your holdings</a>.
        </p>
      ) : (
        <>
          <p role="status" class="deal-said">
            Selling {counted(data.copies, 'copy', 'copies')} you’d keep <b>{money(data.keep_cents)}</b>, a gain of{' '}
            <b class={toneOf(data.gain_cents)}>{signedMoney(data.gain_cents)}</b>
            {data.copies_of_unknown_cost > 0 &&
              ` without ${counted(data.copies_of_unknown_cost, 'copy', 'copies')} of unknown cost`}
            .
            {data.copies_left_out > 0 &&
              ` ${counted(data.copies_left_out, 'copy is', 'copies are')} not shown: no price is known.`}
          </p>
          <ol class="deals">
            {data.lines.map((line) => (
              <Line key={`${line.set_number} ${line.condition}`} line={line} />
            ))}
          </ol>
          <Pager
            offset={Number(shown.offset)}
            limit={LIMIT}
            total={data.total}
            onMove={(offset) => showAs({ offset: String(offset) })}
          />
        </>
      )}
      {isEditing && (
        <FeesDialog
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            void loaded.reload();
          }}
        />
      )}
    </Page>
  );
}
