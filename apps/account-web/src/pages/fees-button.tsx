import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { lateDialogs } from '../late-dialog.tsx';

const FeesDialog = lateDialogs(() => import('./collection-dialogs.ts'))((dialogs) => dialogs.FeesDialog);

/** Opens what the user pays at each marketplace. */
export function FeesButton({ onSaved }: { onSaved: () => Promise<void> }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const save = (): void => {
    close();
    void onSaved();
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Your fees
      </button>
      {isOpen && <FeesDialog onClose={close} onSaved={save} />}
    </>
  );
}
