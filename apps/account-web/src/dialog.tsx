import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Failure, type Submission, SubmitButton, useAction } from './forms.tsx';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
  /** Escape or the cross; without it only the dialog's own buttons close it. */
  readonly onClose?: (() => void) | undefined;
  readonly class?: string;
}

/** Modal while rendered. The browser restores the focus; if its target is gone, see `focus.ts`. */
export function Dialog({ title, children, onClose, class: name = '' }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <button type="button" class="icon-button" onClick={onClose}>
            <CloseIcon />
            <span class="visually-hidden">Close</span>
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

interface FormActionsProps {
  readonly busy: boolean;
  /** Submit button. */
  readonly text: string;
  readonly onClose: () => void;
  /** Cancel button. */
  readonly leave?: string;
  readonly kind?: 'primary' | 'danger';
}

export function FormActions({
  busy,
  text,
  onClose,
  leave = 'Cancel',
  kind = 'primary',
}: FormActionsProps): JSX.Element {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={onClose}>
        {leave}
      </button>
      <SubmitButton busy={busy} kind={kind}>
        {text}
      </SubmitButton>
    </div>
  );
}

interface FormDialogProps extends Omit<FormActionsProps, 'busy'> {
  readonly title: ComponentChildren;
  readonly form: Submission;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A dialog that is one form: its fields, what went wrong, the way out and the button that sends it. */
export function FormDialog({ title, form, class: look, children, ...actions }: FormDialogProps): JSX.Element {
  return (
    <Dialog title={title} onClose={actions.onClose} class={look ?? ''}>
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        {children}
        <Failure error={form.error} />
        <FormActions busy={form.busy} {...actions} />
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly verb: string;
  readonly action: () => Promise<void>;
  readonly onClose: () => void;
  /** Cancel button. */
  readonly leave?: string;
}

/** Asks before a deletion; closes when done. */
export function Confirm({ title, children, verb, action, onClose, leave = 'Cancel' }: ConfirmProps): JSX.Element {
  const confirmed = useAction(async () => {
    await action();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Failure error={confirmed.error} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {leave}
        </button>
        <button type="button" class="button danger" aria-disabled={confirmed.busy} onClick={confirmed.run}>
          {verb}
        </button>
      </div>
    </Dialog>
  );
}
