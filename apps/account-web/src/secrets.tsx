import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { onWipe } from './session.ts';

/** The only reference to a secret, so that wiping leaves nothing in the page. */
export class Secret {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  wipe(): void {
    this.#text = '';
  }
}

/** Wiped when the page is left or hidden, or the session ends. */
export function useWiped(secret: Secret): boolean {
  const [wiped, setWiped] = useState(secret.text === '');
  useEffect(() => {
    const stop = onWipe(() => {
      secret.wipe();
      setWiped(true);
    });
    return () => {
      stop();
      secret.wipe();
    };
  }, [secret]);
  return wiped;
}

interface SecretTextProps {
  readonly secret: Secret;
  readonly label: string;
  /** Format, such as a command with the key. */
  readonly as?: (text: string) => string;
}

/** Sets the text by hand: a rendered tree would keep a copy after wiping. */
export function SecretText({ secret, label, as = (text) => text }: SecretTextProps): JSX.Element {
  const element = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const id = useId();
  useLayoutEffect(() => {
    const shown = element.current!;
    shown.textContent = as(secret.text);
    const stop = onWipe(() => {
      shown.textContent = '';
    });
    return () => {
      stop();
      shown.textContent = '';
    };
  }, [secret]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(as(secret.text));
      setCopied('yes');
    } catch {
      getSelection()?.selectAllChildren(element.current!);
      setCopied('failed');
    }
  };
  return (
    <div class="secret">
      <p class="secret-label" id={id}>
        {label}
      </p>
      <div class="secret-body">
        <code ref={element} tabIndex={0} role="group" aria-labelledby={id} />
        <button type="button" class="button quiet" onClick={() => void copy()}>
          {copied === 'yes' ? <CheckIcon /> : <CopyIcon />}
          {copied === 'yes' ? 'Copied' : 'Copy'}
          <span class="visually-hidden"> {label}</span>
        </button>
      </div>
      <p role="status" class={copied === 'failed' ? 'hint' : 'visually-hidden'}>
        {copied === 'yes' && 'Copied to the clipboard.'}
        {copied === 'failed' && 'The browser did not allow copying. It is selected: press Ctrl+C.'}
      </p>
    </div>
  );
}

interface SecretDialogProps {
  readonly secret: Secret;
  /** Name: "key". */
  readonly what: string;
  /** Advice after wiping. */
  readonly gone: string;
  /** Shown until wiped. */
  readonly children: ComponentChildren;
  /** Always shown. */
  readonly after?: ComponentChildren;
  readonly onClose: () => void;
}

/** Escape asks first, as the secret may not be copied yet. */
export function SecretDialog({ secret, what, gone, children, after, onClose }: SecretDialogProps): JSX.Element {
  const wiped = useWiped(secret);
  const [sure, setSure] = useState(false);
  const isAsked = sure && !wiped;
  return (
    <Dialog
      title={wiped ? `The ${what} is no longer shown` : `Copy your ${what} now`}
      class="wide-dialog"
      onClose={() => (wiped || sure ? onClose() : setSure(true))}
    >
      {wiped ? <p>It was removed from this page when you left it. If you did not store it, {gone}</p> : children}
      {after}
      <div class="dialog-actions">
        {isAsked && <p class="confirm-text">Have you stored it? You cannot see it again after closing.</p>}
        <button type="button" class="button primary" onClick={onClose}>
          {isAsked ? 'Yes, close' : wiped ? 'Close' : 'I have stored it'}
        </button>
      </div>
    </Dialog>
  );
}
