import { columnsOf, suggestColumns, suggestSalesColumns } from '@brickmarket/operations/staged-import';
import type { CopiesBeforeSummary, StagedImport } from '@brickmarket/persistence-ports';
import * as is from '../../http/properties.ts';

class RowCounts {
  @is.Whole() new!: number;
  @is.Whole() same!: number;
  @is.Whole() changed!: number;
  @is.Whole() rejected!: number;
  @is.Whole() left!: number;
  @is.Whole() kept!: number;
}

class CopiesBeforeView {
  @is.Whole() rows!: number;
  @is.Texts() fileNames!: readonly string[];
}

class ColumnSamples {
  @is.Texts() values!: readonly string[];
}

export class ImportView {
  @is.Whole() id!: number;
  @is.Text() fileName!: string;
  @is.OneOf('reading', 'ready', 'failed', 'committed', 'undone') state!: string;
  @is.OneOfOrNull('collection', 'sales') kind!: string | null;
  @is.TextOrNull() source!: string | null;
  @is.TextOrNull() fault!: string | null;
  /** Missing information. */
  @is.OneOfOrNull('columns', 'dates') question!: string | null;
  /** Present when their meaning is asked. */
  @is.Texts() columnsFound!: readonly string[];
  /** At most three values of each of these columns. */
  @is.Parts(() => ColumnSamples) columnSamples!: readonly ColumnSamples[];
  /** File column per own column. */
  @is.NamedTexts() columnsSuggested!: Readonly<Record<string, string>>;
  /** As a list of sales. */
  @is.NamedTexts() salesColumnsSuggested!: Readonly<Record<string, string>>;
  /** Target of copies without one in the file; null: the default. */
  @is.TextOrNull() brickfolio!: string | null;
  /** New rows with existing copies, and the files that imported them. */
  @is.Part(() => CopiesBeforeView) copiesBefore!: CopiesBeforeView;
  @is.Amount() progress!: number;
  @is.Moment() createdAt!: Date;
  @is.MomentOrNull() committedAt!: Date | null;
  @is.MomentOrNull() undoneAt!: Date | null;
  @is.Part(() => RowCounts) rows!: RowCounts;
  @is.Flag() hasRows!: boolean;
  /** Commits take exactly this preview. */
  @is.TextOrNull() preview!: string | null;
  /** Cell names in order. */
  @is.Texts() columns!: readonly string[];
}

export class ImportList {
  @is.Parts(() => ImportView) imports!: readonly ImportView[];
}

const NO_COPIES: CopiesBeforeSummary = { rows: 0, fileNames: [] };

export function importView(found: StagedImport, before = NO_COPIES): ImportView {
  return {
    ...found,
    columnSamples: found.columnSamples.map((values) => ({ values })),
    columnsSuggested: suggestColumns(found.columnsFound),
    salesColumnsSuggested: suggestSalesColumns(found.columnsFound),
    copiesBefore: before,
    rows: { ...found.rows, kept: found.kept },
    columns: found.kind === null ? [] : columnsOf(found.kind),
  };
}
