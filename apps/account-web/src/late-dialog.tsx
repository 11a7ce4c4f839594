import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

/** Delay without display: a flashing dialog disturbs more than a short wait. */
const SLOW_MS = 400;

/** The network is gone, or a new version was deployed. */
export const NOT_LOADED = 'You may be offline, or Brickmarket was updated a moment ago.';

export function LoadAgain(): JSX.Element {
  return (
    <button type="button" class="button" onClick={() => location.reload()}>
      Load it again
    </button>
  );
}

type LateDialogs<Script> = <Props extends object>(
  dialogOf: (script: Script) => ComponentType<Props>,
) => ComponentType<Props>;

/** Loads a script of dialogs on first use; later ones open immediately. The focus stays on the opener until then. */
export function lateDialogs<Script>(load: () => Promise<Script>): LateDialogs<Script> {
  let script: Script | null = null;
  return (dialogOf) => (props) => {
    const [seen, setSeen] = useState<'nothing' | 'waiting' | 'failure' | 'dialog'>('nothing');
    useEffect(() => {
      if (script !== null) return undefined;
      const slow = setTimeout(() => setSeen('waiting'), SLOW_MS);
      const fetchScript = async (): Promise<void> => {
        try {
          script = await load();
          setSeen('dialog');
        } catch {
          setSeen('failure');
        }
        clearTimeout(slow);
      };
      void fetchScript();
      return () => clearTimeout(slow);
    }, []);
    if (script !== null) {
      const Arrived = dialogOf(script);
      return <Arrived {...props} />;
    }
    if (seen === 'nothing') return null;
    const { onClose } = props as { onClose?: () => void };
    return seen === 'failure' ? (
      <Dialog key="failure" title="This did not load" onClose={onClose}>
        <div class="stack" role="alert">
          <p>{NOT_LOADED}</p>
          <LoadAgain />
        </div>
      </Dialog>
    ) : (
      <Dialog key="waiting" title="Loading" onClose={onClose}>
        <div class="skeleton" aria-busy="true">
          <i />
          <i />
        </div>
      </Dialog>
    );
  };
}
