import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

/** Until then nothing is shown: a dialog that flashes up and is replaced disturbs more than a short wait. */
const SLOW_MS = 400;

/** Why a script did not arrive: the network is gone, or a new version has taken its place. */
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

/**
 * The dialogs of a script that is fetched when the first of them is opened, so that the page itself stays light; from
 * then on all of them open at once, and nothing that is typed after the click is lost. The focus stays on what opened
 * a dialog until it is there, so that the dialog can give it back.
 */
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
