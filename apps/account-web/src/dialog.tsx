import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
  /** Escape or the cross; without it the dialog can only be left by what it offers. */
  readonly onClose?: (() => void) | undefined;
  readonly class?: string;
}

/**
 * A native modal dialog for as long as it is rendered. The focus goes back to where it was, or to the heading of the
 * page.
 */
export function Dialog({ title, children, onClose, class: name = '' }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else document.querySelector<HTMLElement>('main h1')?.focus();
    };
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
