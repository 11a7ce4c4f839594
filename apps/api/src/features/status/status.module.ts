import { DatabaseHealth, type ServiceHour, ServiceRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Headers, Injectable, Module, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE, OutsideContract, varyBy } from '../../http/contract.ts';
import { SERVICE_BUCKETS } from '../../metrics/service-tally.ts';
import { PageFrames } from '../../pages/page-frames.ts';
import { PAGE_HEADERS } from '../../pages/page-shell.ts';
import { beginOf, OBJECTIVES, servedDays, servedTime, type ServedTime } from './service-days.ts';
import { type ServiceStatus, statusPage } from './status.page.ts';

const SHOWN_DAYS = 90;
const MS_PER_DAY = 86_400_000;
const CACHE_MS = 15_000;

/** Cached for seconds, as no quota limits a public page. Without the database, shows the last result. */
@Injectable()
class StatusReader {
  private askedAt = Number.NEGATIVE_INFINITY;
  private hours: readonly ServiceHour[] = [];
  private now = 'starting';

  constructor(
    private readonly record: ServiceRecord,
    private readonly health: DatabaseHealth,
  ) {}

  async read(): Promise<ServiceStatus> {
    const until = new Date();
    if (performance.now() - this.askedAt > CACHE_MS) {
      this.askedAt = performance.now();
      await this.ask(until);
    }
    const { hours, now } = this;
    const since = beginOf(hours);
    return {
      now,
      since,
      total: servedTime(hours, { bounds: SERVICE_BUCKETS, from: since ?? until, until }),
      days: servedDays(hours, SERVICE_BUCKETS, until),
    };
  }

  private async ask(until: Date): Promise<void> {
    try {
      // Whole UTC days.
      const first = new Date(Math.floor(until.getTime() / MS_PER_DAY - (SHOWN_DAYS - 1)) * MS_PER_DAY);
      this.hours = await this.record.listHours(first);
      await this.health.check();
      this.now = 'serving';
    } catch {
      this.now = 'disturbed: data cannot be reached';
    }
  }
}

/** Page, or JSON for clients that accept JSON but no HTML. */
@ApiExcludeController()
@Controller()
class StatusController {
  constructor(
    private readonly reader: StatusReader,
    private readonly frames: PageFrames,
  ) {}

  @Get('status')
  @OutsideContract()
  async getStatus(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const status = await this.reader.read();
    const wantsJson = accept !== undefined && /application\/json/i.test(accept) && !/text\/html/i.test(accept);
    varyBy(reply, 'accept');
    reply.headers(wantsJson ? { 'content-type': JSON_TYPE } : PAGE_HEADERS);
    return wantsJson ? JSON.stringify(presentStatus(status)) : statusPage(status, await this.frames.find());
  }
}

function presentStatus({ now, since, total, days }: ServiceStatus): object {
  return {
    now,
    since: since?.toISOString() ?? null,
    objectives: {
      availability_pct: OBJECTIVES.availabilityPct,
      p99_seconds: OBJECTIVES.p99Seconds,
      data_age_seconds: OBJECTIVES.dataSeconds,
      delivery_seconds: OBJECTIVES.deliverySeconds,
    },
    last_90_days: presentTime(total),
    days: days.map(({ day, ...served }) => ({ day, ...presentTime(served) })),
  };
}

function presentTime(served: ServedTime): object {
  return {
    requests: served.requests,
    errors: served.errors,
    availability_pct: served.availabilityPct,
    minutes_down: served.minutesDown,
    p99_seconds: served.p99Seconds,
    worst_data_age_seconds: served.worstDataSeconds,
    worst_delivery_seconds: served.worstDeliverySeconds,
  };
}

@Module({ controllers: [StatusController], providers: [StatusReader] })
export class StatusModule {}
