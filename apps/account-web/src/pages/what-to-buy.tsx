import type { JSX } from 'preact';
import { amountIn } from '../collection.tsx';
import type { BuyingChance, BuyList } from '../contract.ts';
import { count, counted, money, platformText, signedMoney, signedPercent, toneOf, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useSubmit } from '../forms.tsx';
import { Page, Pager, Pending, queryOf, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';
import { TargetPrices } from './target-prices.tsx';
import { Certainty, Sums } from '../set-facts.tsx';
import { FeesButton } from './fees-button.tsx';

const LIMIT = 25;
const USUAL = { leastGainCents: '1', retailer: '', notOwned: '', offset: '0' };

function Chance({ chance }: { chance: BuyingChance }): JSX.Element {
  const { setNumber, best, gainCents } = chance;
  const retailer = useAccount().retailerNames[chance.retailer];
  return (
    <li>
      <div class="deal-head">
        <h2>
          <SetLink number={setNumber} title={chance.title} /> <small>{chance.theme}</small>
        </h2>
        <p class="deal-gain">
          <b class={toneOf(gainCents)}>{signedMoney(gainCents)}</b>{' '}
          <span class={toneOf(gainCents)}>{signedPercent(chance.gainPct)}</span>
        </p>
      </div>
      <p>
        <b>{money(chance.priceCents)}</b> at {retailer}; sold again on {platformText(best.platform)} you’d keep{' '}
        <b>{money(best.netCents)}</b>. {chance.atLowest && <span class="tag good">Lowest ever</span>}{' '}
        {chance.owned > 0 && <span class="tag">You own {count(chance.owned)}</span>}
      </p>
      <Sums options={chance.options} />
      <Certainty value={chance.value} recent={chance.recent} />
    </li>
  );
}

export default function WhatToBuyPage(): JSX.Element {
  const { retailerNames } = useAccount();
  const [shown, showAs] = useListAddress(USUAL);
  const loaded = useLoaded<BuyList>(`/what-to-buy?${queryOf({ limit: LIMIT, ...shown })}`);
  const { data } = loaded;
  const form = useSubmit(async (given) => {
    const gain = amountIn(given, 'leastGainCents', 1);
    showAs({
      leastGainCents: String(Math.max(1, gain ?? 1)),
      retailer: given['retailer'] ?? '',
      notOwned: given['notOwned'] ?? '',
      offset: '0',
    });
  });
  return (
    <Page
      title="What to buy"
      lead="Retail offers that leave a gain when you sell the set again, after each marketplace’s fees."
      action={<FeesButton onSaved={loaded.reload} />}
    >
      <form class="deal-filter" noValidate onSubmit={form.onSubmit}>
        <div class="field-row">
          <Field
            label="Gain of at least, $"
            name="leastGainCents"
            key={shown.leastGainCents}
            defaultValue={shown.leastGainCents === '1' ? '' : typedCents(Number(shown.leastGainCents))}
            inputMode="decimal"
            autocomplete="off"
            error={form.error}
          />
          <SelectField
            label="Retailer"
            name="retailer"
            value={shown.retailer}
            options={[['', 'Either retailer'], ...Object.entries(retailerNames)]}
          />
          <SelectField
            label="Sets"
            name="notOwned"
            value={shown.notOwned}
            options={[
              ['', 'All sets'],
              ['true', 'Sets you don’t own'],
            ]}
          />
        </div>
        <SubmitButton kind="plain" busy={form.busy}>
          Show
        </SubmitButton>
        <Failure error={form.error} />
      </form>
      {data === null ? (
        <Pending loaded={loaded} rows={6} />
      ) : (
        <>
          <p role="status" class="deal-said">
            {counted(data.total, 'offer')} of {count(data.offers)} {data.total === 1 ? 'leaves' : 'leave'} a gain.
          </p>
          <ol class="deals">
            {data.chances.map((chance) => (
              <Chance key={`${chance.setNumber} ${chance.retailer}`} chance={chance} />
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
      <TargetPrices />
    </Page>
  );
}
