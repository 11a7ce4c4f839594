import type { ImportSummary } from './import-summary.ts';
import { ImportTally } from './import-tally.ts';
import { type Progress, UNWATCHED } from './progress.ts';
import { RejectsFile, rejectsPathBeside } from './rejects-file.ts';

export interface ImportOptions {
  /** Where rejected rows go; beside the input unless told. */
  readonly rejectsPath?: string | undefined;
  readonly progress?: Progress | undefined;
}

/** Runs one import with its books: whatever `work` has the tally take and merge becomes the summary. */
export async function runImport(
  subject: string,
  input: string,
  options: ImportOptions,
  work: (tally: ImportTally, progress: Progress) => Promise<void>,
): Promise<ImportSummary> {
  const rejects = new RejectsFile(options.rejectsPath ?? (await rejectsPathBeside(input)));
  const tally = new ImportTally(subject, rejects);
  try {
    await work(tally, options.progress ?? UNWATCHED);
    return tally.summary();
  } finally {
    await rejects.close();
  }
}
