import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Rule, RuleList } from '../contract.ts';
import { Confirm } from '../dialog.tsx';
import { Failure, useAction } from '../forms.tsx';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pending, Sentence, useLoaded } from '../page.tsx';
import { request } from '../session.ts';

const RuleDialog = lateDialogs(() => import('./alert-dialogs.ts'))((dialogs) => dialogs.RuleDialog);

interface RowProps {
  readonly rule: Rule;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onChanged: () => void;
}

function Row({ rule, onEdit, onDelete, onChanged }: RowProps): JSX.Element {
  const isPaused = rule.pausedAt !== null;
  const toggle = useAction(async () => {
    await request('POST', `/alerts/rules/${rule.id}/${isPaused ? 'resume' : 'pause'}`);
    onChanged();
  });
  const name = <span class="visually-hidden"> {rule.name}</span>;
  return (
    <li class="folio">
      <div>
        <h2 class="break">
          <Sentence text={rule.name} sets={rule.setNumbers} />
          {isPaused && <span class="tag">paused</span>}
        </h2>
        <p>
          <Sentence text={rule.sentence} sets={rule.setNumbers} />
        </p>
        <Failure error={toggle.error} />
      </div>
      <div class="buttons">
        <button type="button" class="button small" onClick={onEdit}>
          Edit
          {name}
        </button>
        <button type="button" class="button small" aria-disabled={toggle.busy} onClick={toggle.run}>
          {isPaused ? 'Resume' : 'Pause'}
          {name}
        </button>
        <button type="button" class="button small danger-text" onClick={onDelete}>
          Delete
          {name}
        </button>
      </div>
    </li>
  );
}

function NoRules({ onCreate }: { onCreate: () => void }): JSX.Element {
  return (
    <div class="empty">
      <div>
        <h2>Choose what to be alerted about</h2>
        <p>
          A price that falls below your limit, an all-time low, a set that is back in stock or sold by third parties
          alone, a value that moves, a set that retires. For what you hold, or for sets you list.
        </p>
        <button type="button" class="button primary" onClick={onCreate}>
          Create a rule
        </button>
      </div>
    </div>
  );
}

type Open = { kind: 'edit'; rule: Rule | null } | { kind: 'delete'; rule: Rule } | null;

export default function RulesPage(): JSX.Element {
  const loaded = useLoaded<RuleList>('/alerts/rules');
  const { set: setNumber } = useLocation().query;
  const [open, setOpen] = useState<Open>(setNumber === undefined ? null : { kind: 'edit', rule: null });
  const { data } = loaded;
  const create = (): void => setOpen({ kind: 'edit', rule: null });
  const close = (): void => {
    setOpen(null);
    void loaded.reload();
  };
  return (
    <Page
      title="Rules"
      lead="What you are alerted about. Every alert is in your inbox; a rule can also send mail and webhooks."
      action={
        data?.rules.length !== 0 && (
          <button type="button" class="button primary" onClick={create}>
            Create a rule
          </button>
        )
      }
    >
      {data === null ? (
        <Pending loaded={loaded} rows={3} />
      ) : data.rules.length === 0 ? (
        <NoRules onCreate={create} />
      ) : (
        <ul class="rows">
          {data.rules.map((rule) => (
            <Row
              key={rule.id}
              rule={rule}
              onEdit={() => setOpen({ kind: 'edit', rule })}
              onDelete={() => setOpen({ kind: 'delete', rule })}
              onChanged={() => void loaded.reload()}
            />
          ))}
        </ul>
      )}
      {open?.kind === 'edit' && data !== null && (
        <RuleDialog rule={open.rule} kinds={data.kinds} setNumber={setNumber} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title={`Delete “${open.rule.name}”?`}
          verb="Delete rule"
          action={() => request('DELETE', `/alerts/rules/${open.rule.id}`)}
          onClose={close}
        >
          It makes no more alerts, and deliveries that are pending for this rule alone are cancelled. Your inbox keeps
          its alerts.
        </Confirm>
      )}
    </Page>
  );
}
