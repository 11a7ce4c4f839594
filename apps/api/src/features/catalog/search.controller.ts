import { IdentityIndex, identitySource } from '@brickmarket/catalog-search';
import { type EpochDay, type NumberedMinifig, SetStatus, setStatusOn, shownMinifigNumber } from '@brickmarket/domain';
import {
  DatabaseHealth,
  ItemChanges,
  type SetIdentity,
  MinifigCatalog,
  SystemStatus,
  SetCatalog,
} from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { DocumentCache } from '../../caching/document-cache.ts';
import { V1 } from '../../http/contract.ts';
import type { JsonDocument } from '../../fast-path/json-bytes.ts';
import { Pagination } from '../../http/parameters.ts';
import { WarmUp } from '../../lifecycle/warm-up.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { CachedSearch, SearchParameters } from './cached-search.ts';

export class SetSearchResult {
  @ApiProperty()
  set_number!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty({ type: String, nullable: true })
  theme!: string | null;

  @ApiProperty({ type: String, nullable: true })
  subtheme!: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  pieces!: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  year!: number | null;

  @ApiProperty()
  retired!: boolean;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;
}

export class SetSearchResponse {
  @ApiProperty({ type: [SetSearchResult] })
  results!: readonly SetSearchResult[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

export class MinifigSearchResult {
  @ApiProperty()
  minifig_number!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  category!: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  year_released!: number | null;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;
}

export class MinifigSearchResponse {
  @ApiProperty({ type: [MinifigSearchResult] })
  results!: readonly MinifigSearchResult[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

function presentSetResult(set: SetIdentity, today: EpochDay): SetSearchResult {
  return {
    set_number: set.setNumber,
    title: set.title,
    theme: set.theme,
    subtheme: set.subtheme,
    pieces: set.pieces,
    year: set.year,
    retired: setStatusOn(set, today) === SetStatus.retired,
    image_url: set.imageUrl,
  };
}

function presentMinifigResult(minifig: NumberedMinifig): MinifigSearchResult {
  return {
    minifig_number: shownMinifigNumber(minifig),
    name: minifig.name,
    category: minifig.category,
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
  };
}

const SEARCH_RULES = `Results have no values: get these by number, from the single-item route or in a batch.

Every word of \`q\` must occur in the number or the name. Case and accents do not matter: \`ø\` is \`o\`, \`ß\` is \
\`ss\`. \`%\`, \`_\` and \`\\\` have no special meaning. Order: exact number, start of the number, start of the name, \
start of a word of the name, others; then newest year, then number.`;

@Controller(`${V1}/catalog`)
export class SearchController {
  private readonly sets: CachedSearch<SetIdentity>;
  private readonly minifigs: CachedSearch<NumberedMinifig>;

  constructor(
    setCatalog: SetCatalog,
    minifigCatalog: MinifigCatalog,
    memory: DocumentCache,
    changes: ItemChanges,
    report: SystemStatus,
    health: DatabaseHealth,
    warmUp: WarmUp,
  ) {
    this.sets = new CachedSearch(
      new IdentityIndex(
        identitySource(setCatalog, changes, ({ year }) => year),
        (set) => ({ number: set.setNumber, name: set.title }),
      ),
      presentSetResult,
      memory,
    );
    this.minifigs = new CachedSearch(
      new IdentityIndex(
        identitySource(minifigCatalog, changes, ({ yearReleased }) => yearReleased),
        (minifig) => ({
          number: shownMinifigNumber(minifig),
          otherNumber: minifig.marketplaceNumber === null ? null : minifig.minifigNumber,
          name: minifig.name,
        }),
      ),
      presentMinifigResult,
      memory,
    );
    warmUp.beforeReady(async () => {
      // Before the first admission the required replica position is unknown: the first search loads the index.
      if (health.replicas() !== null) return;
      const kinds = await report.listDataChanges();
      const { version } = kinds.find(({ kind }) => kind === 'catalog')!;
      await Promise.all([this.sets.load(version), this.minifigs.load(version)]);
    });
  }

  @Get('sets/search')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Find sets by number or name',
    description: SEARCH_RULES,
    data: SetSearchResponse,
    scope: 'shared',
  })
  searchSets(@Query() query: SearchParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.sets.find(query, request);
  }

  @Get('minifigs/search')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Find minifigures by number or name',
    description: `${SEARCH_RULES}\n\nThe numbers of the marketplace and of the catalog both find a minifigure.`,
    data: MinifigSearchResponse,
    scope: 'shared',
  })
  searchMinifigs(@Query() query: SearchParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.minifigs.find(query, request);
  }
}
