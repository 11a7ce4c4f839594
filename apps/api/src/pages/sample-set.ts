import { presentSet } from '@brickmarket/catalog-copy';
import { type EpochDay, epochDayOf } from '@brickmarket/domain';
import { SetCatalog } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { WarmUp } from '../lifecycle/warm-up.ts';

/** Some of the fields that `GET /set/{number}` answers with, in their order. */
export type ShortSet = Pick<
  ReturnType<typeof presentSet>,
  'set_number' | 'title' | 'data_tier' | 'new_value_usd' | 'used_value_usd' | 'value_range'
>;

/** For how long a set that was read is shown. */
const SHOWN_MS = 5_000;
/** For how long a page waits for a newer one. */
const MAX_WAIT_MS = 300;

/**
 * A set of this market for the front page, with what the API answers about it now. Which one is decided once a day,
 * because all months of the market are looked at for it, and anew when it has no longer both values. It is read at most
 * every few seconds: no quota limits how often a public page is requested. A page never waits for a slow database and
 * never fails with it: it shows the set that was read before.
 */
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

  /** Null while no set has both values. */
  async find(): Promise<ShortSet | null> {
    if (performance.now() - this.readAt > SHOWN_MS)
      await Promise.race([this.renew(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref())]);
    return this.shown;
  }

  private renew(): Promise<void> {
    this.reading ??= this.read()
      .then((shown) => void (this.shown = shown))
      // What was read before stays, and a later page tries again.
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

  /** Null when it is gone or lacks a value. */
  private async present(number: string, today: EpochDay): Promise<ShortSet | null> {
    const record = (await this.catalog.findByNumbers([number])).get(number);
    if (record === undefined) return null;
    const whole = presentSet(record, today, this.settings);
    const { set_number, title, data_tier, new_value_usd, used_value_usd, value_range } = whole;
    if (new_value_usd === null || used_value_usd === null) return null;
    return { set_number, title, data_tier, new_value_usd, used_value_usd, value_range };
  }
}
