import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Choice, Choices, OneOf } from '../choices.tsx';
import { amountIn, wholeIn } from '../collection.tsx';
import type { BrickfolioList, EndpointList, Rule, RuleInput, RuleKind, TriedRule } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { counted, dateTime, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { WarningIcon } from '../icons.tsx';
import { useLoaded } from '../page.tsx';
import { request, useAccount } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

type Scope = RuleInput['scope'];

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['holdings', 'All my holdings'],
  ['brickfolio', 'One brickfolio'],
  ['sets', 'Selected sets'],
];
/** Cooldown in minutes. */
const REARM_TIMES: readonly (readonly [string, string])[] = [
  ['0', 'Don’t wait'],
  ['60', 'An hour'],
  ['1440', 'A day'],
  ['10080', 'A week'],
  ['43200', '30 days'],
];
const MAIL_TIMES = [
  ['now', 'Immediately'],
  ['quiet', 'Outside quiet hours'],
  ['digest', 'As a daily digest'],
] as const;
/** Fields with own error messages. Other errors are shown at the end of the form. */
const SHOWN_AT_FIELD = new Set([
  'name',
  'setNumbers',
  'belowCents',
  'minChangeCents',
  'minChangePct',
  'hysteresisPct',
  'quietFrom',
  'quietUntil',
  'digestAt',
  'timeZone',
]);

function ListedSets(props: {
  readonly numbers: readonly string[];
  readonly onChange: (numbers: readonly string[]) => void;
  readonly error: ApiError | null;
}): JSX.Element {
  const { numbers, onChange, error } = props;
  return (
    <div class="stack tight">
      <SetSearch
        label="Add a set"
        onPick={({ setNumber }) => onChange([...new Set([...numbers, setNumber])])}
        {...(numbers.length === 0 && { hint: 'By number or name.' })}
      />
      {numbers.length > 0 && (
        <ul class="filters" aria-label="Watched sets">
          {numbers.map((number) => (
            <li key={number}>
              <button type="button" class="chip" onClick={() => onChange(numbers.filter((one) => one !== number))}>
                {number} <span aria-hidden="true">×</span>
                <span class="visually-hidden">, stop watching</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error?.field === 'setNumbers' && (
        <p class="field-error" role="alert">
          <WarningIcon />
          {error.message}
        </p>
      )}
    </div>
  );
}

function firings(count: number): string {
  if (count === 0) return 'This rule would have sent no alerts in the past year.';
  return `It would have fired ${count === 1 ? 'once' : counted(count, 'time')} in the past year.`;
}

function TrialResult({ tried }: { tried: TriedRule | null }): JSX.Element {
  return (
    <div role="status" ref={(result) => void (tried && result?.scrollIntoView({ block: 'center' }))}>
      {tried && (
        <div class="notice tried">
          <div>
            <p>{tried.sentence}</p>
            <p>
              <strong>{firings(tried.count)}</strong>
            </p>
            {tried.latest.length > 0 && (
              <ul>
                {tried.latest.slice(0, 5).map(({ at, summary }) => (
                  <li key={at + summary}>
                    {dateTime(at)}: {summary}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

interface RuleDialogProps {
  /** Null: a new one. */
  readonly rule: Rule | null;
  readonly kinds: readonly RuleKind[];
  /** Initial set of a new rule; absent: all holdings. */
  readonly setNumber?: string | undefined;
  readonly onClose: () => void;
}

export function RuleDialog({ rule, kinds, setNumber, onClose }: RuleDialogProps): JSX.Element {
  const { mail: hasMail, retailerNames } = useAccount();
  const endpoints = useLoaded<EndpointList>('/alerts/endpoints').data?.endpoints ?? [];
  const brickfolios = useLoaded<BrickfolioList>('/brickfolios').data?.brickfolios ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [kindName, setKindName] = useState(rule?.kind);
  const [scope, setScope] = useState<Scope>(rule?.scope ?? (setNumber === undefined ? 'holdings' : 'sets'));
  const [sets, setSets] = useState<readonly string[]>(rule?.setNumbers ?? (setNumber === undefined ? [] : [setNumber]));
  const [endpointIds, setEndpointIds] = useState<readonly number[]>(rule?.endpointIds ?? []);
  const [mail, setMail] = useState(rule?.mail ?? false);
  const [mailTime, setMailTime] = useState<(typeof MAIL_TIMES)[number][0]>(
    rule?.digestAt ? 'digest' : rule?.quietFrom ? 'quiet' : 'now',
  );
  const [tried, setTried] = useState<TriedRule | null>(null);

  const kind = kinds.find(({ name }) => name === kindName) ?? kinds[0]!;
  const watchesSets = kind.watches === 'sets';

  const ruleIn = (data: Record<string, string>): RuleInput => {
    const limit = kind.priceLimit === 'none' ? null : amountIn(data, 'belowCents', null);
    return {
      name: data['name']?.trim() || kind.title,
      kind: kind.name,
      scope: !watchesSets ? 'account' : scope === 'account' ? 'holdings' : scope,
      ...(scope === 'brickfolio' && { brickfolioId: Number(data['brickfolioId']) || null }),
      ...(scope === 'sets' && { setNumbers: [...sets] }),
      ...(kind.byRetailer && { retailer: (data['retailer'] || null) as NonNullable<RuleInput['retailer']> | null }),
      belowCents: limit,
      ...(kind.byChange && {
        minChangeCents: amountIn(data, 'minChangeCents', 0)!,
        minChangePct: data['minChangePct']?.trim() ? wholeIn(data, 'minChangePct') : 0,
      }),
      ...(limit !== null && kind.priceLimit === 'crossing' && { hysteresisPct: wholeIn(data, 'hysteresisPct') }),
      rearmMinutes: Number(data['rearmMinutes']),
      mail,
      endpointIds: [...endpointIds],
      ...(mail && {
        timeZone: data['timeZone'] ?? 'UTC',
        ...(mailTime === 'digest' && { digestAt: data['digestAt'] ?? null }),
        ...(mailTime === 'quiet' && {
          quietFrom: data['quietFrom'] ?? null,
          quietUntil: data['quietUntil'] ?? null,
        }),
      }),
    };
  };
  const save = useSubmit(async (data) => {
    await request('POST', `/alerts/rules${rule === null ? '' : `/${rule.id}`}`, ruleIn(data));
    onClose();
  });
  const trial = useAction(async () => {
    const data = Object.fromEntries(new FormData(form.current!)) as Record<string, string>;
    setTried(await request<TriedRule>('POST', '/alerts/rules/try', ruleIn(data)));
  });
  const error = trial.error ?? save.error;
  const general =
    error !== null && error.field !== null && !SHOWN_AT_FIELD.has(error.field)
      ? new ApiError(error.code, error.message)
      : error;
  const rearmMinutes = String(rule?.rearmMinutes ?? kind.rearmMinutes);
  const defaultPct = String(kind.minChangePct || '');
  return (
    <Dialog title={rule === null ? 'Create a rule' : `Edit “${rule.name}”`} class="wide-dialog" onClose={onClose}>
      <form class="stack" noValidate ref={form} onSubmit={save.onSubmit} onInput={() => setTried(null)}>
        <SelectField
          label="Alert me when"
          name="kind"
          options={kinds.map(({ name, title }) => [name, title] as const)}
          value={kind.name}
          onChange={setKindName}
        />
        {watchesSets && <OneOf legend="Watch" name="scope" options={SCOPES} value={scope} onChange={setScope} />}
        {watchesSets && scope === 'brickfolio' && (
          <SelectField
            label="Brickfolio"
            name="brickfolioId"
            options={brickfolios.map(({ id, name }) => [String(id), name] as const)}
            value={String(rule?.brickfolioId ?? brickfolios[0]?.id ?? '')}
          />
        )}
        {watchesSets && scope === 'sets' && <ListedSets numbers={sets} onChange={setSets} error={error} />}
        <div class="field-row">
          {kind.byRetailer && (
            <SelectField
              label="Retailer"
              name="retailer"
              options={[['', 'Either retailer'], ...Object.entries(retailerNames)]}
              value={rule?.retailer ?? ''}
            />
          )}
          {kind.priceLimit !== 'none' && (
            <Field
              label="At or below, $"
              name="belowCents"
              inputMode="decimal"
              autocomplete="off"
              defaultValue={typedCents(rule?.belowCents ?? null)}
              error={error}
            />
          )}
          {kind.byChange && (
            <>
              <Field
                label="Minimum change, $"
                name="minChangeCents"
                inputMode="decimal"
                autocomplete="off"
                defaultValue={typedCents(rule?.minChangeCents || null)}
                error={error}
              />
              <Field
                key={defaultPct}
                label="Minimum change, %"
                name="minChangePct"
                inputMode="numeric"
                autocomplete="off"
                defaultValue={rule === null ? defaultPct : String(rule.minChangePct)}
                error={error}
              />
            </>
          )}
        </div>
        <div class="field-row">
          <SelectField
            label={watchesSets ? 'Wait before alerting about the same set' : 'Wait before alerting again'}
            name="rearmMinutes"
            options={
              REARM_TIMES.some(([value]) => value === rearmMinutes)
                ? REARM_TIMES
                : [...REARM_TIMES, [rearmMinutes, `${rearmMinutes} minutes`]]
            }
            value={rearmMinutes}
          />
          {kind.priceLimit === 'crossing' && (
            <Field
              label="Re-arm after the price rises by, %"
              name="hysteresisPct"
              inputMode="numeric"
              autocomplete="off"
              defaultValue={String(rule?.hysteresisPct ?? 2)}
              error={error}
            />
          )}
        </div>
        <Choices legend="Send alerts to" tall>
          <Choice type="checkbox" name="to_inbox" checked disabled onChange={() => undefined}>
            <b>Your inbox</b>
            <small>Always.</small>
          </Choice>
          <Choice type="checkbox" name="to_mail" checked={mail} disabled={!hasMail && !mail} onChange={setMail}>
            <b>Your mail</b>
            {!hasMail && <small>This installation sends no mail.</small>}
          </Choice>
          {endpoints.map(({ id, url, description, state }) => (
            <Choice
              key={id}
              type="checkbox"
              name={`to_${id}`}
              checked={endpointIds.includes(id)}
              onChange={(checked) => {
                const others = endpointIds.filter((one) => one !== id);
                setEndpointIds(checked ? [...others, id] : others);
              }}
            >
              <b>{url}</b>
              {description && <small>{description}</small>}
              {state === 'unverified' && <small>Not verified yet: send it a test under Webhooks first.</small>}
            </Choice>
          ))}
        </Choices>
        {mail && (
          <OneOf legend="Send mail" name="mail_time" options={MAIL_TIMES} value={mailTime} onChange={setMailTime} />
        )}
        {mail && mailTime !== 'now' && (
          <div class="field-row">
            {mailTime === 'digest' ? (
              <Field
                label="Time of day"
                name="digestAt"
                type="time"
                required
                missing="Choose a time."
                defaultValue={rule?.digestAt ?? '08:00'}
                error={error}
              />
            ) : (
              <>
                <Field
                  label="Quiet from"
                  name="quietFrom"
                  type="time"
                  required
                  missing="Choose a time."
                  defaultValue={rule?.quietFrom ?? '22:00'}
                  error={error}
                />
                <Field
                  label="Quiet until"
                  name="quietUntil"
                  type="time"
                  required
                  missing="Choose a time."
                  defaultValue={rule?.quietUntil ?? '07:00'}
                  error={error}
                />
              </>
            )}
            <Field
              label="Time zone"
              name="timeZone"
              required
              missing="Give a time zone."
              defaultValue={rule?.mail ? rule.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone}
              error={error}
            />
          </div>
        )}
        <Field
          label="Name"
          name="name"
          maxLength={100}
          autocomplete="off"
          hint="Optional. If empty, we use the description."
          defaultValue={rule?.name ?? ''}
          error={error}
        />
        <TrialResult tried={tried} />
        <Failure error={general} />
        <div class="dialog-actions">
          <button type="button" class="button" aria-disabled={trial.busy} onClick={trial.run}>
            Test on the past year
          </button>
          <SubmitButton busy={save.busy}>{rule === null ? 'Create rule' : 'Save'}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
