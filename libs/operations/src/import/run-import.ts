import { createHash } from 'node:crypto';
import { type EpochDay, epochDayOf, systemClock } from '@brickmarket/domain';
import type { FeedBatch, ReadOptions, RowReport } from '@brickmarket/feeds';
import type { FinishedLease, ImportOrigin, MergeCounts } from '@brickmarket/persistence-ports';
import type { ImportCounts, ImportSummary, PreviewLine, RejectReason } from './import-summary.ts';
import { withOtherImport } from './other-import.ts';
import { RejectsFile, rejectsPathBeside } from './rejects-file.ts';

/** Called often, so it must be cheap. */
export interface Progress {
  step(title: string): void;
  /** Not called for steps of unknown size. */
  advance(done: number, total: number): void;
}

export const UNWATCHED: Progress = { step: () => undefined, advance: () => undefined };

const WARNINGS_SHOWN = 20;
/** Bounds memory if every row has another reason. */
const MAX_REASONS = 1_000;
/** Variable parts of a reason: quoted text, and words with digits. */
const PARTICULARS = /"(?:[^"\\]|\\.)*"|[^\s,:;()"]*\d[^\s,:;()"]*/g;

export interface ImportOptions {
  /** Default: next to the input. */
  readonly rejectsPath?: string | undefined;
  readonly progress?: Progress | undefined;
  /** Default: this machine's clock. Rows after the next day are rejected. */
  readonly now?: Date | undefined;
  /** For untrusted folders: rejects links as input and rejects file. */
  readonly onlyRegularFiles?: boolean | undefined;
  /** The rows answer these items of a source. */
  readonly answers?: FinishedLease | undefined;
  readonly isDemo?: boolean | undefined;
  /** Day of the catalog; default: today. */
  readonly asOf?: EpochDay | undefined;
}

/** Closes the rejects file also on failure; returns the summary. */
export async function runImport(
  subject: string,
  input: string | readonly [string, ...string[]],
  options: ImportOptions,
  work: (tally: ImportTally, progress: Progress, reading: ReadOptions, origin: ImportOrigin) => Promise<void>,
): Promise<ImportSummary> {
  const { progress = UNWATCHED, onlyRegularFiles, answers, isDemo } = options;
  const files = [input].flat();
  const hash = createHash('sha256');
  const rejects = new RejectsFile(options.rejectsPath ?? (await rejectsPathBeside(files[0]!)), onlyRegularFiles);
  const tally = new ImportTally(subject, rejects, epochDayOf(options.now ?? systemClock.now()));
  try {
    const reading = {
      onlyRegularFiles,
      onProgress: (done: number, total: number) => progress.advance(done, total),
      onChunk: (chunk: Buffer) => void hash.update(chunk),
    };
    const facts = () => ({ rejected: tally.rejected, checksum: hash.copy().digest('hex') });
    const origin = answers ? { files: [answers.source], facts, answers } : { files, facts, isDemo };
    await work(tally, progress, reading, origin);
    return tally.summary();
  } catch (error) {
    throw await withOtherImport(error, { onlyRegularFiles });
  } finally {
    await rejects.close();
  }
}

export class ImportTally {
  readonly #startedAt = performance.now();
  readonly #rows = new Map<string, { read: number; rejected: number; merged: MergeCounts }>();
  readonly #findings: Record<string, readonly string[]> = {};
  readonly #firstWarnings: string[] = [];
  readonly #reasons = new Map<string, { count: number; readonly example: string }>();
  #warnings = 0;
  #preview: readonly PreviewLine[] | null = null;

  constructor(
    private readonly subject: string,
    private readonly rejects: RejectsFile,
    readonly today: EpochDay,
  ) {}

  /** Returns accepted records. `misfit` returns a rejection reason with advice, or null; it may add a warning. */
  async take<T>(
    kind: string,
    batch: FeedBatch<T>,
    misfit?: (record: T, warn: (reason: string) => void) => string | null,
  ): Promise<readonly T[]> {
    const rows = this.#rowsOf(kind);
    const records: T[] = misfit ? [] : batch.records;
    const rejects: RowReport[] = batch.rejects.slice();
    const warnings: RowReport[] = batch.warnings.slice();
    if (misfit) {
      for (const [index, record] of batch.records.entries()) {
        const reason = misfit(record, (warning) => void warnings.push(batch.rejectionOf(index, warning)));
        if (reason === null) records.push(record);
        else rejects.push(batch.rejectionOf(index, reason));
      }
    }
    rows.read += batch.records.length + batch.rejects.length;
    rows.rejected += rejects.length;
    for (const reject of rejects) this.#countReason(reject);
    for (const warning of warnings) this.#warn(warning);
    await this.rejects.write('reject', rejects);
    await this.rejects.write('warning', warnings);
    return records;
  }

  /** Rejects accepted rows after comparison. */
  async reject(kind: string, rejects: readonly RowReport[]): Promise<void> {
    this.#rowsOf(kind).rejected += rejects.length;
    for (const reject of rejects) this.#countReason(reject);
    await this.rejects.write('reject', rejects);
  }

  preview(lines: readonly PreviewLine[]): void {
    this.#preview = lines;
  }

  merged(kind: string, counts: MergeCounts): void {
    this.#rowsOf(kind).merged = counts;
  }

  found(name: string, items: readonly string[]): void {
    if (items.length > 0) this.#findings[name] = items;
  }

  get rejected(): number {
    return [...this.#rows.values()].reduce((sum, { rejected }) => sum + rejected, 0);
  }

  summary(): ImportSummary {
    return {
      subject: this.subject,
      counts: Object.fromEntries(
        [...this.#rows].map(([kind, rows]): [string, ImportCounts] => [
          kind,
          { read: rows.read, ...rows.merged, rejected: rows.rejected },
        ]),
      ),
      rejectReasons: this.#rejectReasons(),
      warnings: this.#warnings,
      firstWarnings: this.#firstWarnings,
      findings: this.#findings,
      rejectsFile: this.rejects.writtenTo,
      ...(this.#preview !== null && { preview: this.#preview }),
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
  }

  #countReason({ file, line, reason }: RowReport): void {
    const kind = reason.replaceAll(PARTICULARS, '?').replaceAll(/\?(?:, \?)+/g, '?');
    const known = this.#reasons.get(kind);
    if (known) known.count++;
    else if (this.#reasons.size < MAX_REASONS)
      this.#reasons.set(kind, { count: 1, example: `${file}:${line} ${reason}` });
  }

  #rejectReasons(): readonly RejectReason[] {
    return [...this.#reasons.values()].toSorted((a, b) => b.count - a.count);
  }

  #warn({ file, line, reason }: RowReport): void {
    this.#warnings++;
    if (this.#firstWarnings.length < WARNINGS_SHOWN) this.#firstWarnings.push(`${file}:${line} ${reason}`);
  }

  #rowsOf(kind: string) {
    const known = this.#rows.get(kind);
    if (known) return known;
    const rows = { read: 0, rejected: 0, merged: { inserted: 0, changed: 0, unchanged: 0 } };
    this.#rows.set(kind, rows);
    return rows;
  }
}
