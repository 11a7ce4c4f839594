import { columnsOf, suggestColumns, suggestSalesColumns } from '@brickmarket/operations/staged-import';
import type { CopiesBeforeSummary, StagedImport } from '@brickmarket/persistence-ports';
import {
  Amount,
  Flag,
  Moment,
  MomentOrNull,
  NamedTexts,
  OneOf,
  OneOfOrNull,
  Part,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
} from '../../http/properties.ts';

class RowCounts {
  @Whole() new!: number;
  @Whole() same!: number;
  @Whole() changed!: number;
  @Whole() rejected!: number;
  @Whole() left!: number;
  @Whole() kept!: number;
}

class CopiesBeforeView {
  @Whole() rows!: number;
  @Texts() fileNames!: readonly string[];
}

class ColumnSamples {
  @Texts() values!: readonly string[];
}

export class ImportView {
  @Whole() id!: number;
  @Text() fileName!: string;
  @OneOf('reading', 'ready', 'failed', 'committed', 'undone') state!: string;
  @OneOfOrNull('collection', 'sales') kind!: string | null;
  @TextOrNull() source!: string | null;
  @TextOrNull() fault!: string | null;
  /** Missing information. */
  @OneOfOrNull('columns', 'dates') question!: string | null;
  /** Present when their meaning is asked. */
  @Texts() columnsFound!: readonly string[];
  /** At most three values of each of these columns. */
  @Parts(() => ColumnSamples) columnSamples!: readonly ColumnSamples[];
  /** File column per own column. */
  @NamedTexts() columnsSuggested!: Readonly<Record<string, string>>;
  /** As a list of sales. */
  @NamedTexts() salesColumnsSuggested!: Readonly<Record<string, string>>;
  /** Target of copies without one in the file; null: the default. */
  @TextOrNull() brickfolio!: string | null;
  /** New rows with existing copies, and the files that imported them. */
  @Part(() => CopiesBeforeView) copiesBefore!: CopiesBeforeView;
  @Amount() progress!: number;
  @Moment() createdAt!: Date;
  @MomentOrNull() committedAt!: Date | null;
  @MomentOrNull() undoneAt!: Date | null;
  @Part(() => RowCounts) rows!: RowCounts;
  @Flag() hasRows!: boolean;
  /** Commits take exactly this preview. */
  @TextOrNull() preview!: string | null;
  /** Cell names in order. */
  @Texts() columns!: readonly string[];
}

export class ImportList {
  @Parts(() => ImportView) imports!: readonly ImportView[];
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
