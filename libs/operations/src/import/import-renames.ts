import type { SetRename } from '@brickmarket/domain';
import { readSetRenames, type RowReport } from '@brickmarket/feeds';
import type { CatalogImport } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import { planRenames } from './plan-renames.ts';
import { type ImportOptions, runImport } from './run-import.ts';

const RENAMES = 'renames';

/** Renames all simultaneously; idempotent. Data stays with the sets, and old numbers still resolve. */
export function importRenames(store: CatalogImport, file: string, options: ImportOptions = {}): Promise<ImportSummary> {
  return runImport(RENAMES, file, options, async (tally, progress, reading, origin) => {
    progress.step('Reading renames');
    const renames: SetRename[] = [];
    const reports: ((reason: string) => RowReport)[] = [];
    for await (const batch of readSetRenames(file, reading)) {
      // Rejections are known only after all are read.
      for (const [index, rename] of (await tally.take(RENAMES, batch)).entries()) {
        renames.push(rename);
        reports.push((reason) => batch.rejectionOf(index, reason));
      }
    }
    progress.step('Renaming sets');
    let refusedCount = 0;
    const merged = await store.renameSets(
      renames,
      async (facts) => {
        const { steps, refused } = planRenames(renames, facts);
        refusedCount = refused.size;
        await tally.reject(
          RENAMES,
          Array.from(refused, ([index, reason]) => reports[index]!(reason)),
        );
        return steps;
      },
      origin,
    );
    tally.merged(RENAMES, { ...merged, unchanged: renames.length - refusedCount - merged.changed });
  });
}
