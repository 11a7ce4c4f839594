import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { amountIn, wholeIn } from '../collection.tsx';
import type { BrickfolioList, EndpointList, Rule, RuleFacts, TriedRule } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { counted, dateTime, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { WarningIcon } from '../icons.tsx';
import { useLoaded } from '../page.tsx';
import { request, useAccount } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

type Kind = RuleFacts['kind'];
type Scope = RuleFacts['scope'];

const KINDS: readonly (readonly [Kind, string])[] = [
  ['price.dropped', 'A price falls'],
  ['price.all_time_low', 'A price is lower than ever'],
  ['seller.third_party_only', 'Only third parties sell a set'],
  ['stock.returned', 'A set is back in stock'],
  ['value.moved', 'A value moves'],
  ['set.retiring', 'The last day on sale becomes known'],
  ['set.retired', 'A set retires'],
  ['month.published', 'The values of a month are published'],
  ['allowance.low', 'A key has nearly used its allowance'],
  ['key.expiring', 'A key is about to expire'],
];
const SCOPES: readonly (readonly [Scope, string])[] = [
  ['holdings', 'All I hold'],
  ['brickfolio', 'One brickfolio'],
  ['sets', 'Certain sets'],
];
const PAUSES: readonly (readonly [string, string])[] = [
  ['0', 'No pause'],
  ['60', 'An hour'],
  ['1440', 'A day'],
  ['10080', 'A week'],
  ['43200', '30 days'],
];
const MAIL_TIMES = [
  ['now', 'At once'],
  ['quiet', 'Not at night'],
  ['digest', 'Once a day'],
] as const;
/** Fields that show their own error; what is wrong with another stands at the end of the form. */
const SHOWN_AT_FIELD = new Set([
  'name',
  'set_numbers',
  'below_cents',
  'min_change_cents',
  'min_change_pct',
  'hysteresis_pct',
  'quiet_from',
  'quiet_until',
  'digest_at',
  'time_zone',
]);

const isRetail = (kind: Kind): boolean => /^(price|seller|stock)\./.test(kind);
const isAboutAccount = (kind: Kind): boolean => /^(month|allowance|key)\./.test(kind);
const hasChange = (kind: Kind): boolean => /^(price|value)\./.test(kind);

interface ChoicesProps {
  readonly legend: string;
  readonly children: ComponentChildren;
  readonly tall?: boolean;
}

function Choices({ legend, children, tall = false }: ChoicesProps): JSX.Element {
  return (
    <fieldset class={tall ? 'choices tall' : 'choices'}>
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

function Choice({ type, name, checked, onChange, disabled = false, children }: ChoiceProps): JSX.Element {
  return (
    <label class="choice">
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="break">{children}</span>
    </label>
  );
}

/** The sets of a rule, found while typing and taken out again. */
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
        onPick={({ set_number }) => onChange([...new Set([...numbers, set_number])])}
        {...(numbers.length === 0 && { hint: 'By number or name.' })}
      />
      {numbers.length > 0 && (
        <ul class="filters" aria-label="Watched sets">
          {numbers.map((number) => (
            <li key={number}>
              <button type="button" class="chip" onClick={() => onChange(numbers.filter((one) => one !== number))}>
                {number} <span aria-hidden="true">×</span>
                <span class="visually-hidden">, do not watch it</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error?.field === 'set_numbers' && (
        <p class="field-error" role="alert">
          <WarningIcon />
          {error.message}
        </p>
      )}
    </div>
  );
}

function firings(count: number): string {
  if (count === 0) return 'It would not have fired in the past year.';
  return `It would have fired ${count === 1 ? 'once' : counted(count, 'time')} in the past year.`;
}

/** What a rule would have told in the past year. */
function Tried({ tried }: { tried: TriedRule | null }): JSX.Element {
  return (
    <div role="status">
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

/** Makes a rule, or changes one. Fields that mean nothing for what it tells are not shown. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }): JSX.Element {
  const { mail: hasMail } = useAccount();
  const endpoints = useLoaded<EndpointList>('/alerts/endpoints').data?.endpoints ?? [];
  const brickfolios = useLoaded<BrickfolioList>('/brickfolios').data?.brickfolios ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Kind>(rule?.kind ?? 'price.dropped');
  const [scope, setScope] = useState<Scope>(rule?.scope ?? 'holdings');
  const [sets, setSets] = useState<readonly string[]>(rule?.set_numbers ?? []);
  const [sends, setSends] = useState<ReadonlySet<number>>(new Set(rule?.endpoint_ids));
  const [mail, setMail] = useState(rule?.mail ?? false);
  const [mailTime, setMailTime] = useState(rule?.digest_at ? 'digest' : rule?.quiet_from ? 'quiet' : 'now');
  const [tried, setTried] = useState<TriedRule | null>(null);

  const factsOf = (data: Record<string, string>): RuleFacts => {
    const limit = isRetail(kind) ? amountIn(data, 'below_cents', null) : null;
    return {
      name: data['name']?.trim() || KINDS.find(([value]) => value === kind)![1],
      kind,
      scope: isAboutAccount(kind) ? 'account' : scope === 'account' ? 'holdings' : scope,
      ...(scope === 'brickfolio' && { brickfolio_id: Number(data['brickfolio_id']) || null }),
      ...(scope === 'sets' && { set_numbers: [...sets] }),
      ...(isRetail(kind) && { retailer: (data['retailer'] || null) as NonNullable<RuleFacts['retailer']> | null }),
      below_cents: limit,
      ...(hasChange(kind) && {
        min_change_cents: amountIn(data, 'min_change_cents', 0)!,
        min_change_pct: data['min_change_pct']?.trim() ? wholeIn(data, 'min_change_pct') : 0,
      }),
      ...(limit !== null && kind === 'price.dropped' && { hysteresis_pct: wholeIn(data, 'hysteresis_pct') }),
      rearm_minutes: Number(data['rearm_minutes']),
      mail,
      endpoint_ids: [...sends],
      ...(mail && {
        time_zone: data['time_zone'] ?? 'UTC',
        ...(mailTime === 'digest' && { digest_at: data['digest_at'] ?? null }),
        ...(mailTime === 'quiet' && {
          quiet_from: data['quiet_from'] ?? null,
          quiet_until: data['quiet_until'] ?? null,
        }),
      }),
    };
  };
  const save = useSubmit(async (data) => {
    await request('POST', `/alerts/rules${rule === null ? '' : `/${rule.id}`}`, factsOf(data));
    onClose();
  });
  const attempt = useAction(async () => {
    const data = Object.fromEntries(new FormData(form.current!)) as Record<string, string>;
    setTried(await request<TriedRule>('POST', '/alerts/rules/try', factsOf(data)));
  });
  const error = attempt.error ?? save.error;
  const general =
    error !== null && error.field !== null && !SHOWN_AT_FIELD.has(error.field)
      ? new ApiError(error.code, error.message)
      : error;
  const pause = String(rule?.rearm_minutes ?? (kind === 'value.moved' ? 43_200 : 1_440));
  const usualPct = kind === 'price.dropped' || kind === 'value.moved' ? '5' : '';
  return (
    <Dialog title={rule === null ? 'Make a rule' : `Edit “${rule.name}”`} class="wide-dialog" onClose={onClose}>
      <form class="stack" noValidate ref={form} onSubmit={save.onSubmit} onInput={() => setTried(null)}>
        <SelectField
          label="Tell me when"
          name="kind"
          options={KINDS}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
        {!isAboutAccount(kind) && (
          <Choices legend="Watch">
            {SCOPES.map(([value, text]) => (
              <Choice key={value} type="radio" name="scope" checked={scope === value} onChange={() => setScope(value)}>
                {text}
              </Choice>
            ))}
          </Choices>
        )}
        {!isAboutAccount(kind) && scope === 'brickfolio' && (
          <SelectField
            label="Brickfolio"
            name="brickfolio_id"
            options={brickfolios.map(({ id, name }) => [String(id), name] as const)}
            value={String(rule?.brickfolio_id ?? brickfolios[0]?.id ?? '')}
          />
        )}
        {!isAboutAccount(kind) && scope === 'sets' && <ListedSets numbers={sets} onChange={setSets} error={error} />}
        <div class="field-row">
          {isRetail(kind) && (
            <>
              <SelectField
                label="At"
                name="retailer"
                options={[
                  ['', 'Either retailer'],
                  ['retailer_a', 'Retailer A'],
                  ['retailer_b', 'Retailer B'],
                ]}
                value={rule?.retailer ?? ''}
              />
              <Field
                label="At or below, $"
                name="below_cents"
                inputMode="decimal"
                autocomplete="off"
                defaultValue={typedCents(rule?.below_cents ?? null)}
                error={error}
              />
            </>
          )}
          {hasChange(kind) && (
            <>
              <Field
                label="By at least, $"
                name="min_change_cents"
                inputMode="decimal"
                autocomplete="off"
                defaultValue={typedCents(rule?.min_change_cents || null)}
                error={error}
              />
              <Field
                key={usualPct}
                label="By at least, %"
                name="min_change_pct"
                inputMode="numeric"
                autocomplete="off"
                defaultValue={rule === null ? usualPct : String(rule.min_change_pct)}
                error={error}
              />
            </>
          )}
        </div>
        <div class="field-row">
          <SelectField
            label={isAboutAccount(kind) ? 'Then not again for' : 'Then not again for that set for'}
            name="rearm_minutes"
            options={PAUSES.some(([value]) => value === pause) ? PAUSES : [...PAUSES, [pause, `${pause} minutes`]]}
            value={pause}
          />
          {kind === 'price.dropped' && (
            <Field
              label="Again above the limit by, %"
              name="hysteresis_pct"
              inputMode="numeric"
              autocomplete="off"
              defaultValue={String(rule?.hysteresis_pct ?? 2)}
              error={error}
            />
          )}
        </div>
        <Choices legend="Send it to" tall>
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
              checked={sends.has(id)}
              onChange={(checked) => {
                const others = [...sends].filter((one) => one !== id);
                setSends(new Set(checked ? [...others, id] : others));
              }}
            >
              <b>{url}</b>
              {description && <small>{description}</small>}
              {state === 'unverified' && <small>Not verified yet: send it a test under Webhooks first.</small>}
            </Choice>
          ))}
        </Choices>
        {mail && (
          <Choices legend="Mail comes">
            {MAIL_TIMES.map(([value, text]) => (
              <Choice
                key={value}
                type="radio"
                name="mail_time"
                checked={mailTime === value}
                onChange={() => setMailTime(value)}
              >
                {text}
              </Choice>
            ))}
          </Choices>
        )}
        {mail && mailTime !== 'now' && (
          <div class="field-row">
            {mailTime === 'digest' ? (
              <Field
                label="At"
                name="digest_at"
                type="time"
                required
                missing="Choose a time."
                defaultValue={rule?.digest_at ?? '08:00'}
                error={error}
              />
            ) : (
              <>
                <Field
                  label="Not from"
                  name="quiet_from"
                  type="time"
                  required
                  missing="Choose a time."
                  defaultValue={rule?.quiet_from ?? '22:00'}
                  error={error}
                />
                <Field
                  label="Until"
                  name="quiet_until"
                  type="time"
                  required
                  missing="Choose a time."
                  defaultValue={rule?.quiet_until ?? '07:00'}
                  error={error}
                />
              </>
            )}
            <Field
              label="Time zone"
              name="time_zone"
              required
              missing="Give a time zone."
              defaultValue={rule?.mail ? rule.time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone}
              error={error}
            />
          </div>
        )}
        <Field
          label="Name"
          name="name"
          maxLength={100}
          autocomplete="off"
          hint="To know it again. Empty: as what it tells."
          defaultValue={rule?.name ?? ''}
          error={error}
        />
        <Tried tried={tried} />
        <Failure error={general} />
        <div class="dialog-actions">
          <button type="button" class="button" aria-disabled={attempt.busy} onClick={attempt.run}>
            Try it on the past year
          </button>
          <SubmitButton busy={save.busy}>{rule === null ? 'Make rule' : 'Save'}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
