import { columnsOf, suggestColumns, suggestSalesColumns } from '@brickmarket/operations/staged-import';
import type { CopiesBeforeSummary, StagedImport } from '@brickmarket/persistence-ports';
import { ApiProperty } from '@nestjs/swagger';
import { Moment, MomentOrNull, OneOf, Part, Parts, Text, Texts, TextOrNull, Whole } from '../../openapi/properties.ts';

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
  @Texts() file_names!: string[];
}

export class ImportView {
  @Whole() id!: number;
  @Text() file_name!: string;
  @OneOf('reading', 'ready', 'failed', 'committed', 'undone') state!: string;
  @ApiProperty({ type: String, enum: ['collection', 'sales', null], nullable: true }) kind!: string | null;
  @TextOrNull() source!: string | null;
  @TextOrNull() fault!: string | null;
  /** What has to be said before it can be read. */
  @ApiProperty({ type: String, enum: ['columns', 'dates', null], nullable: true }) question!: string | null;
  /** The columns of the file, where it is asked what they are. */
  @Texts() columns_found!: string[];
  /** What they probably are: the file's name for columns of our own format. */
  @ApiProperty({ type: Object, additionalProperties: { type: 'string' } }) columns_suggested!: Record<string, string>;
  /** The same, if it is a list of sales. */
  @ApiProperty({ type: Object, additionalProperties: { type: 'string' } })
  sales_columns_suggested!: Record<string, string>;
  /** Where copies go of which the file names no brickfolio; null for the default one. */
  @TextOrNull() brickfolio!: string | null;
  /** New rows of which the collection has copies already, and the other files that brought these. */
  @Part(() => CopiesBeforeView) copies_before!: CopiesBeforeView;
  @ApiProperty({ type: Number }) progress!: number;
  @Moment() created_at!: string;
  @MomentOrNull() committed_at!: string | null;
  @MomentOrNull() undone_at!: string | null;
  @Part(() => RowCounts) rows!: RowCounts;
  /** Names the preview that the rows show: a commit takes exactly that one. */
  @TextOrNull() preview!: string | null;
  /** Names of the cells of its rows, in order. */
  @Texts() columns!: string[];
}

export class ImportList {
  @Parts(() => ImportView) imports!: ImportView[];
}

const NO_COPIES: CopiesBeforeSummary = { rows: 0, fileNames: [] };

export function importView(found: StagedImport, before = NO_COPIES): ImportView {
  const { createdAt, kind } = found;
  return {
    id: found.id,
    file_name: found.fileName,
    state: found.state,
    kind,
    source: found.source,
    fault: found.fault,
    question: found.question,
    columns_found: [...found.columnsFound],
    columns_suggested: suggestColumns(found.columnsFound),
    sales_columns_suggested: suggestSalesColumns(found.columnsFound),
    brickfolio: found.brickfolio,
    copies_before: { rows: before.rows, file_names: [...before.fileNames] },
    progress: found.progress,
    created_at: createdAt.toISOString(),
    committed_at: found.committedAt?.toISOString() ?? null,
    undone_at: found.undoneAt?.toISOString() ?? null,
    rows: { ...found.rows, kept: found.kept },
    preview: found.preview,
    columns: kind === null ? [] : [...columnsOf(kind)],
  };
}
