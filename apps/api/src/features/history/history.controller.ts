import { presentHistory } from '@brickmarket/catalog-copy';
import { type Condition, CONDITIONS, NotFoundError } from '@brickmarket/domain';
import { type SetMonths, MonthHistory } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Injectable, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { readByNumber, CachedDocuments, DocumentCache, setNumbersFinding } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ItemNumber, SET_NUMBER } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';

export class HistoryPoint {
  @ApiProperty({ type: String, pattern: '^\\d{4}-\\d{2}$', example: '2026-10' })
  month!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Median sale of the month, in USD. Null without sales.' })
  value_usd!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '10th percentile of the sales of the month, in USD. Null without sales.',
  })
  range_low!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '90th percentile of the sales of the month, in USD. Null without sales.',
  })
  range_high!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true })
  sales_count!: number | null;

  @ApiProperty({ type: String, enum: ['released', 'retired', null], nullable: true })
  event!: string | null;
}

export class HistoryResponse {
  @ApiProperty()
  set_number!: string;

  @ApiProperty({ enum: CONDITIONS })
  condition!: string;

  @ApiProperty({ type: [HistoryPoint], description: 'All finished months, oldest first, without gaps.' })
  history!: readonly HistoryPoint[];
}

export class HistoryQuery {
  @ApiPropertyOptional({ enum: CONDITIONS, default: 'sealed' })
  @IsIn(CONDITIONS, { message: `$property must be one of ${CONDITIONS.join(', ')}` })
  condition: Condition = 'sealed';
}

@Injectable()
export class HistoryDocuments {
  readonly of: Readonly<Record<Condition, CachedDocuments<SetMonths>>>;

  constructor(
    months: MonthHistory,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    const documents = (condition: Condition): CachedDocuments<SetMonths> =>
      new CachedDocuments({
        memory,
        dependsOn: ['catalog', 'market'],
        maxWaitMs: answerTimeoutMs,
        readAll: (asked) => readByNumber(asked, (numbers) => months.findByNumbers(numbers, condition)),
        present: (set) => JsonDocument.of(presentHistory(set, condition) satisfies HistoryResponse),
        keysOf: ({ setNumber }) => setNumbersFinding(setNumber),
      });
    this.of = { sealed: documents('sealed'), used: documents('used') };
  }
}

@Controller(`${V1}/set`)
export class HistoryController {
  constructor(private readonly histories: HistoryDocuments) {}

  @Get(':number/history')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Monthly values of a set',
    description:
      'Finished months only, from the first observation or the release, without gaps. A month ' +
      'without sales has null values and a `sales_count` of 0. A published month never changes ' +
      'silently.',
    data: HistoryResponse,
    rows: { property: 'history', of: HistoryPoint },
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async getHistory(
    @ItemNumber() number: string,
    @Query() { condition }: HistoryQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.histories.of[condition].find(number, request);
    if (document === null) throw new NotFoundError(`set ${number} not found`);
    return document;
  }
}
