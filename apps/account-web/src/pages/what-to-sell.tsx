import type { JSX } from 'preact';
import { Chips } from '../choices.tsx';
import type { SellingLine, SellList } from '../contract.ts';
import { counted, money, platformText, signedMoney, signedPercent, toneOf } from '../format.ts';
import { Page, Pager, Pending, queryOf, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { Certainty, Sums } from '../set-facts.tsx';
import { FeesButton } from './fees-button.tsx';

const LIMIT = 25;
const USUAL = { order: 'margin', offset: '0' };
const ORDERS = [
  ['margin', 'Margin'],
  ['gain', 'Gain'],
  ['keep', 'What you’d keep'],
] as const;

function Line({ line }: { line: SellingLine }): JSX.Element {
  const { copies, best, keepCents, costCents, gainCents, gainPct, copiesOfUnknownCost: unknown } = line;
  return (
    <li>
      <div class="deal-head">
        <h2>
          <SetLink number={line.setNumber} title={line.title} />{' '}
          <small>
            {counted(copies, 'copy', 'copies')}, {line.condition}
          </small>
        </h2>
        <p class="deal-gain">
          {gainCents === null ? (
            <span class="quiet">Gain unknown: no purchase price</span>
          ) : (
            <>
              <b class={toneOf(gainCents)}>{signedMoney(gainCents)}</b>{' '}
              <span class={toneOf(gainCents)}>{signedPercent(gainPct)}</span>
            </>
          )}
        </p>
      </div>
      <p>
        You’d keep <b>{money(keepCents)}</b> on {platformText(best.platform)}
        {copies > 1 && <> for all {copies}</>}
        {costCents !== null && <>; you paid {money(costCents)}</>}
        {unknown > 0 && costCents !== null && <> for the {copies - unknown} of known price</>}.
      </p>
      <Sums options={line.options} />
      <Certainty value={line.value} recent={line.recent} />
      <a class="button small" href={`/account/holdings?q=${line.setNumber}`}>
        Sell<span class="visually-hidden"> {line.setNumber}</span>
      </a>
    </li>
  );
}

export default function WhatToSellPage(): JSX.Element {
  const [shown, showAs] = useListAddress(USUAL);
  const loaded = useLoaded<SellList>(`/what-to-sell?${queryOf({ limit: LIMIT, ...shown })}`);
  const { data } = loaded;
  return (
    <Page
      title="What to sell"
      lead="Your unsold copies at today’s prices, after each marketplace’s fees, the best first."
      action={<FeesButton onSaved={loaded.reload} />}
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
          {data.copiesLeftOut === 0
            ? 'You hold nothing yet. '
            : 'None of your copies has a price on a marketplace that you use. '}
          <a href="/account/holdings">Go to your holdings</a>.
        </p>
      ) : (
        <>
          <p role="status" class="deal-said">
            Selling {counted(data.copies, 'copy', 'copies')} you’d keep <b>{money(data.keepCents)}</b>, a gain of{' '}
            <b class={toneOf(data.gainCents)}>{signedMoney(data.gainCents)}</b>
            {data.copiesOfUnknownCost > 0 &&
              ` without ${counted(data.copiesOfUnknownCost, 'copy', 'copies')} of unknown cost`}
            .
            {data.copiesLeftOut > 0 &&
              ` ${counted(data.copiesLeftOut, 'copy is', 'copies are')} not shown: no price is known.`}
          </p>
          <ol class="deals">
            {data.lines.map((line) => (
              <Line key={`${line.setNumber} ${line.condition}`} line={line} />
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
    </Page>
  );
}
