import { ForecastStore, MonthHistory, SetCatalog } from '@brickmarket/persistence-ports';
import type { MarketForecast } from '@brickmarket/valuation';
import { Inject, Injectable } from '@nestjs/common';
import { Coalescer } from '../../caching/coalescer.ts';
import { type DataStamp, DocumentCache, readByNumber, VersionedCache } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { type ForecastSource, presentForecast } from './forecast.presenter.ts';

/** By set number, cached until catalog or values change, as is the large forecast shared by all sets. */
@Injectable()
export class ForecastDocuments {
  private readonly documents: VersionedCache<JsonDocument>;
  private readonly learned = new VersionedCache<{ readonly forecast: MarketForecast | null }>(['market'], new Map());
  private readonly reads: Coalescer<string, ForecastSource | null>;

  constructor(
    private readonly catalog: SetCatalog,
    private readonly history: MonthHistory,
    private readonly forecasts: ForecastStore,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    this.documents = new VersionedCache(['catalog', 'market'], memory.partition());
    this.reads = new Coalescer((asked) => this.readAll(asked), answerTimeoutMs);
  }

  async find(asked: string, stamp: DataStamp): Promise<JsonDocument | null> {
    const cached = this.documents.get(stamp, asked);
    if (cached !== undefined) return cached;
    const [source, forecast] = await Promise.all([this.reads.submit(asked), this.readLearned(stamp)]);
    if (source === null) return null;
    const document = JsonDocument.of(presentForecast(source, forecast, stamp));
    this.documents.set(stamp, asked, document);
    return document;
  }

  private async readAll(asked: readonly string[]): Promise<readonly (ForecastSource | null)[]> {
    const records = await readByNumber(asked, (numbers) => this.catalog.findByNumbers(numbers));
    const numbers = [...new Set(records.flatMap((record) => record?.set.setNumber ?? []))];
    const [sealed, used] = await Promise.all([
      this.history.findByNumbers(numbers, 'sealed'),
      this.history.findByNumbers(numbers, 'used'),
    ]);
    return records.map((record) => {
      if (record === null) return null;
      const { setNumber } = record.set;
      return { record, months: { sealed: sealed.get(setNumber) ?? null, used: used.get(setNumber) ?? null } };
    });
  }

  private async readLearned(stamp: DataStamp): Promise<MarketForecast | null> {
    const known = this.learned.get(stamp, '');
    if (known !== undefined) return known.forecast;
    const forecast = ((await this.forecasts.findLatest())?.forecast ?? null) as MarketForecast | null;
    this.learned.set(stamp, '', { forecast });
    return forecast;
  }
}
