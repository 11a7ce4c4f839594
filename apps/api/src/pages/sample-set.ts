import { presentSet } from '@brickmarket/catalog-copy';
import { type EpochDay, epochDayOf } from '@brickmarket/domain';
import { SetCatalog } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { WarmUp } from '../lifecycle/warm-up.ts';

/** Fields of `GET /set/{number}`, in order. */
export type ShortSet = Pick<
  ReturnType<typeof presentSet>,
  'set_number' | 'title' | 'data_tier' | 'new_value_usd' | 'used_value_usd' | 'value_range'
>;

const SHOWN_MS = 5_000;
/** Wait limit for a newer set. */
const MAX_WAIT_MS = 300;

/** Chosen daily and cached for seconds; pages never wait for or fail with the database. */
@Injectable()
export class SampleSet {
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;
  private chosen: { readonly on: EpochDay; readonly number: string } | null = null;
  private shown: ShortSet | null = null;

  constructor(
    private readonly catalog: SetCatalog,
    @Inject(API_CONFIG) private readonly settings: Pick<ApiConfig, 'retailStaleDays' | 'retailerNames'>,
    warmUp: WarmUp,
  ) {
    warmUp.beforeReady(() => this.renew());
  }

  async find(): Promise<ShortSet | null> {
    if (performance.now() - this.readAt > SHOWN_MS)
      await Promise.race([this.renew(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref())]);
    return this.shown;
  }

  private renew(): Promise<void> {
    this.reading ??= this.read()
      .then((shown) => void (this.shown = shown))
      // Keeps the earlier set; a later page retries.
      .catch(() => undefined)
      .finally(() => {
        this.readAt = performance.now();
        this.reading = null;
      });
    return this.reading;
  }

  private async read(): Promise<ShortSet | null> {
    const today = epochDayOf(new Date());
    if (this.chosen?.on === today) {
      const shown = await this.present(this.chosen.number, today);
      if (shown !== null) return shown;
    }
    const number = await this.catalog.findMostSold();
    this.chosen = number === null ? null : { on: today, number };
    return number === null ? null : this.present(number, today);
  }

  private async present(number: string, today: EpochDay): Promise<ShortSet | null> {
    const record = (await this.catalog.findByNumbers([number])).get(number);
    if (record === undefined) return null;
    const whole = presentSet(record, today, this.settings);
    const { set_number, title, data_tier, new_value_usd, used_value_usd, value_range } = whole;
    if (new_value_usd === null || used_value_usd === null) return null;
    return { set_number, title, data_tier, new_value_usd, used_value_usd, value_range };
  }
}
