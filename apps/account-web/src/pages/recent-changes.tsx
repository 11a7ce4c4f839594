import { useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import { sendEdit } from '../collection.tsx';
import type { Change, ChangeList } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { asApiError, Failure } from '../forms.tsx';
import { Ago, Pending, Sentence, useLoaded } from '../page.tsx';

export default function RecentChanges({
  onClose,
  onUndone,
}: {
  onClose: () => void;
  onUndone: (undo: Change) => void;
}) {
  const loaded = useLoaded<ChangeList>('/changes');
  const [wanted, setWanted] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const takeBack = async (id: number): Promise<void> => {
    setWanted(id);
    try {
      onUndone(await sendEdit(`/changes/${id}/undo`));
      setError(null);
      await loaded.reload();
    } catch (failure) {
      setError(asApiError(failure));
    }
    setWanted(null);
  };
  const undo = (id: number): void => {
    if (wanted === null) void takeBack(id);
  };
  return (
    <Dialog title="Recent changes" class="wide-dialog" onClose={onClose}>
      <Failure error={error} />
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <ul class="rows changes">
          {loaded.data.changes.map((change) => (
            <li key={change.id}>
              <div>
                <p>
                  <Sentence text={change.summary} sets={[change.setNumber]} />
                </p>
                <p class="quiet">
                  <Ago at={change.at} />
                </p>
              </div>
              {change.canUndo ? (
                <button type="button" class="button small" onClick={() => undo(change.id)}>
                  Undo<span class="visually-hidden">: {change.summary}</span>
                </button>
              ) : (
                <span class="tag">undone</span>
              )}
            </li>
          ))}
          {loaded.data.changes.length === 0 && <li class="quiet">Nothing was changed yet.</li>}
        </ul>
      )}
    </Dialog>
  );
}
