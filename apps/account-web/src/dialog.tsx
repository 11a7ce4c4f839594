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
 * A native modal dialog for as long as it is rendered. The browser gives the focus back to where it was; when that is
 * gone, see `focus.ts`.
 */
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
