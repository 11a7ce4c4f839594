import { type ComponentChildren, type JSX, toChildArray } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from './api.ts';
import { CheckIcon, WarningIcon } from './icons.tsx';

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('PageFault', 'Something on this page went wrong. Reload it and try again.');
}

export interface Submission {
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly onSubmit: (event: SubmitEvent) => void;
}

/** Validation message; null: valid. */
function complaint(input: HTMLInputElement): string | null {
  if (input.validity.valueMissing) return input.dataset['missing'] ?? 'Fill this in.';
  if (input.validity.typeMismatch) return 'This is not an e-mail address: it looks like name@example.com.';
  return input.validity.valid ? null : (input.dataset['missing'] ?? 'This is not valid here.');
}

/** Validates, focuses the invalid field and keeps the input. Ignores a second press during a request. */
export function useSubmit(action: (data: Record<string, string>) => Promise<void>): Submission {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef(false);

  const fail = (form: HTMLFormElement, failure: ApiError): void => {
    if (failure.code === 'Cancelled') return;
    setError(failure);
    const input = failure.field === null ? null : form.elements.namedItem(failure.field);
    if (input instanceof HTMLElement) input.focus();
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (running.current) return;
    for (const input of form.querySelectorAll('input')) {
      const message = complaint(input);
      if (message !== null) return fail(form, new ApiError('BadRequest', message, input.name));
    }
    running.current = true;
    setBusy(true);
    setError(null);
    const data = Object.fromEntries(new FormData(form)) as Record<string, string>;
    action(data)
      .catch((failure: unknown) => fail(form, asApiError(failure)))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  };
  return { busy, error, onSubmit };
}

export function useAction(action: () => Promise<void>): { busy: boolean; error: ApiError | null; run: () => void } {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = (): void => {
    if (busy) return;
    setBusy(true);
    setError(null);
    action()
      .catch((failure: unknown) => {
        const known = asApiError(failure);
        if (known.code !== 'Cancelled') setError(known);
      })
      .finally(() => setBusy(false));
  };
  return { busy, error, run };
}

interface InputProps {
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'time';
  readonly class?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string;
  readonly autocomplete?: string;
  readonly autocapitalize?: 'none';
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly list?: string;
  readonly max?: string;
  readonly spellcheck?: boolean;
  readonly autofocus?: boolean;
}

/** Focuses when mounted, and when its dialog opens. */
export function useAutofocus<Input extends HTMLElement>(autofocus = false) {
  const input = useRef<Input>(null);
  useLayoutEffect(() => {
    if (!autofocus) return;
    input.current!.autofocus = true;
    input.current!.focus();
  }, []);
  return input;
}

interface FieldProps extends InputProps {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly hint?: ComponentChildren;
  /** Message when empty. */
  readonly missing?: string;
  /** Shown here if this field is at fault. */
  readonly error?: ApiError | null;
  /** Next to the input. */
  readonly extra?: ComponentChildren;
}

export function Field({ label, name, hint, missing, error, extra, autofocus, ...input }: FieldProps): JSX.Element {
  const id = useId();
  const ref = useAutofocus<HTMLInputElement>(autofocus);
  const own = error?.field === name ? error.message : null;
  const described = [hint && `${id}-hint`, own && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="input">
        <input
          ref={ref}
          id={id}
          name={name}
          data-missing={missing}
          aria-invalid={own ? 'true' : undefined}
          aria-describedby={described || undefined}
          {...(input as JSX.IntrinsicElements['input'])}
        />
        {extra}
      </div>
      {own && (
        <p class="field-error" id={`${id}-error`}>
          <WarningIcon />
          {own}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  readonly label: ComponentChildren;
  readonly name: string;
  /** Values with text. */
  readonly options: readonly (readonly [string, string])[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly autofocus?: boolean;
}

export function SelectField({ label, name, options, value, onChange, autofocus }: SelectProps): JSX.Element {
  const id = useId();
  const ref = useAutofocus<HTMLSelectElement>(autofocus);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="input">
        <select ref={ref} id={id} name={name} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === (value ?? options[0]![0])}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

export function PasswordField(props: FieldProps): JSX.Element {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button type="button" class="reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
      <span class="visually-hidden">Show password</span>
      <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
    </button>
  );
  return (
    <Field {...props} type={shown ? 'text' : 'password'} spellcheck={false} autocapitalize="none" extra={toggle} />
  );
}

/** Six digits, or a recovery code if allowed. */
export function CodeField({ digitsOnly = false, ...props }: Omit<FieldProps, 'name'> & { digitsOnly?: boolean }) {
  return (
    <Field
      {...props}
      name="code"
      required
      autocomplete="one-time-code"
      inputMode={digitsOnly ? 'numeric' : 'text'}
      autocapitalize="none"
      spellcheck={false}
      maxLength={20}
      class="code-input"
    />
  );
}

/** Scrolls a new message into view. */
function useShown(isThere: boolean, sentence: unknown): { current: HTMLDivElement | null } {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isThere) ref.current!.scrollIntoView({ block: 'nearest' });
  }, [sentence]);
  return ref;
}

/** Message for a whole form or page, read out when it appears. Fields show their own errors. */
export function Failure({ error, children }: { error: ApiError | null; children?: ComponentChildren }): JSX.Element {
  const isThere = error !== null && error.field === null;
  const ref = useShown(isThere, error);
  return (
    <div role="alert" class="alert-region" ref={ref}>
      {isThere && (
        <div class="notice bad">
          <WarningIcon />
          <div>
            <p>{error.message}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

/** Read out when it appears; scrolled into view when `of` changes. */
export function Success({ children, of }: { children: ComponentChildren; of?: unknown }): JSX.Element {
  const isThere = toChildArray(children).some((child) => child !== '');
  const ref = useShown(isThere && of !== undefined, of);
  return (
    <div role="status" class="alert-region" ref={ref}>
      {isThere && (
        <div class="notice good">
          <CheckIcon />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}

interface ButtonProps {
  readonly busy: boolean;
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly wide?: boolean;
}

/** Keeps its width and focus while waiting. */
export function SubmitButton({ busy, children, kind = 'primary', wide = false }: ButtonProps): JSX.Element {
  return (
    <button type="submit" class={`button ${kind}${wide ? ' wide' : ''}`} aria-disabled={busy} data-busy={busy}>
      {children}
    </button>
  );
}
