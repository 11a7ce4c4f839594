import { presentMinifig } from '@brickmarket/catalog-copy';
import { NotFoundError } from '@brickmarket/domain';
import { type MinifigRecord, MinifigCatalog } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { CachedDocuments, DocumentCache, minifigNumbersFinding } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ItemNumber } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';

export class MinifigValueRange {
  @ApiProperty()
  low!: number;

  @ApiProperty()
  high!: number;
}

export class MinifigResponse {
  @ApiProperty({ description: 'Number in the marketplace if known, otherwise in the catalog.' })
  minifig_number!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  category!: string | null;

  @ApiPropertyOptional({ description: 'Color. Absent if unknown.' })
  color?: string;

  @ApiProperty({ type: 'integer', nullable: true })
  year_released!: number | null;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;

  @ApiProperty({ type: Number, nullable: true })
  current_value_usd!: number | null;

  @ApiProperty({ type: MinifigValueRange, nullable: true })
  value_range!: MinifigValueRange | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  set_count!: number;

  @ApiProperty({ type: [String], description: 'Numbers of the sets that contain the minifigure.' })
  sets!: readonly string[];
}

@Injectable()
export class MinifigDocuments extends CachedDocuments<MinifigRecord> {
  constructor(
    catalog: MinifigCatalog,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    super({
      memory,
      dependsOn: ['catalog', 'market'],
      maxWaitMs: answerTimeoutMs,
      readAll: async (asked) => {
        const found = await catalog.findByNumbers([...new Set(asked)]);
        return asked.map((number) => found.get(number) ?? null);
      },
      present: (record) => JsonDocument.of(presentMinifig(record) satisfies MinifigResponse),
      keysOf: ({ minifig }) => minifigNumbersFinding(minifig),
    });
  }
}

@Controller(`${V1}/minifig`)
export class MinifigController {
  constructor(private readonly minifigs: MinifigDocuments) {}

  @Get(':number')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'One minifigure with its market value',
    description: 'Unknown values are null. `color` is absent if unknown.',
    data: MinifigResponse,
    scope: 'shared',
    notFound: 'No minifigure has this number.',
    path: {
      number: {
        description: 'Number in the marketplace or in the catalog, in upper or lower case.',
        example: 'fig-000001',
      },
    },
  })
  async getMinifig(@ItemNumber() number: string, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.minifigs.find(number, request);
    if (document === null) throw new NotFoundError(`minifigure ${number} not found`);
    return document;
  }
}
