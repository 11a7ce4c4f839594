import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { amountIn } from '../collection.tsx';
import type { BuyingChance, BuyList } from '../contract.ts';
import { count, counted, money, signedMoney, signedPercent, toneOf, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useSubmit } from '../forms.tsx';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pager, Pending, queryOf, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { useAccount } from '../session.ts';
import { TargetPrices } from './target-prices.tsx';
import { Certainty, Sums } from '../set-facts.tsx';

const FeesDialog = lateDialogs(() => import('./collection-dialogs.ts'))((dialogs) => dialogs.FeesDialog);

const LIMIT = 25;
const USUAL = { least_gain_cents: '1', retailer: '', not_owned: '', offset: '0' };

function Chance({ chance }: { chance: BuyingChance }): JSX.Element {
  const { set_number, best, gain_cents } = chance;
  const retailer = useAccount()[`${chance.retailer}_name`];
  return (
    <li>
      <div class="deal-head">
        <h2>
          <SetLink number={set_number} title={chance.title} /> <small>{chance.theme}</small>
        </h2>
        <p class="deal-gain">
          <b class={toneOf(gain_cents)}>{signedMoney(gain_cents)}</b>{' '}
          <span class={toneOf(gain_cents)}>{signedPercent(chance.gain_pct)}</span>
        </p>
      </div>
      <p>
        <b>{money(chance.price_cents)}</b> at {retailer}; sold again on {best.name} you’d keep{' '}
        <b>{money(best.net_cents)}</b>. {chance.at_lowest && <span class="tag good">Lowest ever</span>}{' '}
        {chance.owned > 0 && <span class="tag">You own {count(chance.owned)}</span>}
      </p>
      <Sums options={chance.options} />
      <Certainty value={chance.value} recent={chance.recent} />
    </li>
  );
}

/** What retailers sell for less than selling it again leaves. */
export default function WhatToBuyPage(): JSX.Element {
  const { retailer_a_name, retailer_b_name } = useAccount();
  const [shown, showAs] = useListAddress(USUAL);
  const [isEditing, setEditing] = useState(false);
  const loaded = useLoaded<BuyList>(`/what-to-buy?${queryOf({ limit: LIMIT, ...shown })}`);
  const { data } = loaded;
  const form = useSubmit(async (given) => {
    const gain = amountIn(given, 'least_gain_cents', 1);
    showAs({
      least_gain_cents: String(Math.max(1, gain ?? 1)),
      retailer: given['retailer'] ?? '',
      not_owned: given['not_owned'] ?? '',
      offset: '0',
    });
  });
  return (
    <Page
      title="What to buy"
      lead="Retail offers that leave a gain when you sell the set again, after each marketplace’s fees."
      action={
        <button type="button" class="button" onClick={() => setEditing(true)}>
          Your fees
        </button>
      }
    >
      <form class="deal-filter" noValidate onSubmit={form.onSubmit}>
        <div class="field-row">
          <Field
            label="Gain of at least, $"
            name="least_gain_cents"
            key={shown.least_gain_cents}
            defaultValue={shown.least_gain_cents === '1' ? '' : typedCents(Number(shown.least_gain_cents))}
            inputMode="decimal"
            autocomplete="off"
            error={form.error}
          />
          <SelectField
            label="Retailer"
            name="retailer"
            value={shown.retailer}
            options={[
              ['', 'Either retailer'],
              ['retailer_a', retailer_a_name],
              ['retailer_b', retailer_b_name],
            ]}
          />
          <SelectField
            label="Sets"
            name="not_owned"
            value={shown.not_owned}
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
              <Chance key={`${chance.set_number} ${chance.retailer}`} chance={chance} />
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
