import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { amountIn } from '../collection.tsx';
import type { Rule, RuleList, SetCard, SetFacts } from '../contract.ts';
import { money, usd } from '../format.ts';
import { Failure, Field, SubmitButton, Success, useAction, useSubmit } from '../forms.tsx';
import { Pending, Section, useLoaded } from '../page.tsx';
import { request, useAccount } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

const KIND = 'price.dropped';

/** A rule about one set with a price limit. */
function isTarget(rule: Rule): boolean {
  return rule.kind === KIND && rule.scope === 'sets' && rule.setNumbers.length === 1 && rule.belowCents !== null;
}

/** Note for a set that is already at its target: the alert waits for the next crossing. */
function alreadyThere({ retail }: SetFacts, targetCents: number): string {
  const asked = [retail?.retailer_a?.priceCents, retail?.retailer_b?.priceCents].filter((price) => price != null);
  const lowest = Math.min(...asked);
  return lowest <= targetCents ? ` It costs ${usd(lowest)} now, so you can buy it immediately.` : '';
}

function Target({ rule, onRemoved }: { rule: Rule; onRemoved: () => void }): JSX.Element {
  const remove = useAction(async () => {
    await request('DELETE', `/alerts/rules/${rule.id}`);
    onRemoved();
  });
  const [number] = rule.setNumbers;
  return (
    <li>
      <p>
        <a href={`/account/sets/${number}`}>{number}</a> at or below <b>{money(rule.belowCents)}</b>
        {rule.pausedAt && ' (paused)'}
      </p>
      <button type="button" class="button small" aria-disabled={remove.busy} onClick={remove.run}>
        Remove<span class="visually-hidden"> the target price of {number}</span>
      </button>
      <Failure error={remove.error} />
    </li>
  );
}

export function TargetPrices(): JSX.Element {
  const { mail: hasMail } = useAccount();
  const loaded = useLoaded<RuleList>('/alerts/rules');
  const targets = loaded.data?.rules.filter(isTarget) ?? [];
  const [set, setSet] = useState<SetCard | null>(null);
  const [said, setSaid] = useState('');
  const form = useSubmit(async (data) => {
    if (set === null) throw new ApiError('BadRequest', 'Choose a set first.');
    const target = amountIn(data, 'belowCents', null);
    if (target === null) throw new ApiError('BadRequest', 'What would you pay for it?', 'belowCents');
    await request('POST', '/alerts/rules', {
      name: `Target price of ${set.setNumber}`,
      kind: KIND,
      scope: 'sets',
      setNumbers: [set.setNumber],
      belowCents: target,
      minChangeCents: 0,
      minChangePct: 0,
      mail: hasMail,
    });
    const facts = await request<SetFacts>('GET', `/sets/${set.setNumber}`);
    setSaid(`We’ll alert you when ${set.setNumber} costs ${money(target)} or less.${alreadyThere(facts, target)}`);
    setSet(null);
    await loaded.reload();
  });
  return (
    <Section title="Target prices" text="Set a target price. We alert you when a retailer's price reaches it.">
      <Success>{said}</Success>
      {set === null ? (
        <SetSearch
          label="Set you would buy"
          onPick={(picked) => {
            setSaid('');
            setSet(picked);
          }}
        />
      ) : (
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          <p class="break">
            <b>{set.setNumber}</b> {set.title}
          </p>
          <Field
            label="Target price, $"
            name="belowCents"
            inputMode="decimal"
            autocomplete="off"
            required
            missing="What would you pay for it?"
            error={form.error}
            autofocus
          />
          <Failure error={form.error} />
          <div class="buttons">
            <button type="button" class="button" onClick={() => setSet(null)}>
              Cancel
            </button>
            <SubmitButton busy={form.busy}>Alert me</SubmitButton>
          </div>
        </form>
      )}
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={1} />
      ) : (
        targets.length > 0 && (
          <ul class="rows targets">
            {targets.map((rule) => (
              <Target key={rule.id} rule={rule} onRemoved={() => void loaded.reload()} />
            ))}
          </ul>
        )
      )}
    </Section>
  );
}
