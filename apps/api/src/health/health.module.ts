import { setTimeout as sleep } from 'node:timers/promises';
import { clockFault } from '@brickmarket/domain';
import { DatabaseHealth, NewerSchemaError } from '@brickmarket/persistence-ports';
import { describeDisk } from '@brickmarket/service-runtime';
import { Controller, Get, Inject, Injectable, Logger, Module, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { answerError, ApiError } from '../http/api-error.ts';
import { OutsideContract } from '../http/contract.ts';
import { RequestLimits } from '../lifecycle/request-limits.ts';
import { ServiceState } from '../lifecycle/start-and-stop.ts';
import { WarmUp } from '../lifecycle/warm-up.ts';

/** A stall of this process uses up only one part, however long it lasts. */
const TIMEOUT_PARTS = 6;
const TIMEOUT_PART_MS = 250;

@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');

  constructor(
    private readonly state: ServiceState,
    private readonly limits: RequestLimits,
    private readonly health: DatabaseHealth,
    private readonly warmUp: WarmUp,
  ) {}

  /** Reason that can be shown publicly; null: ready. */
  async findReasonNotReady(): Promise<string | null> {
    if (this.state.isDraining) return 'the process is ending';
    if (this.limits.isShedding) return 'the process is overloaded';
    try {
      await withTimeout(this.health.check(), 'the database does not answer');
    } catch (error) {
      this.logger.warn(`not ready: ${String(error)}`);
      return error instanceof NewerSchemaError
        ? 'the schema of the database is too new for this build'
        : 'the database is not ready';
    }
    try {
      await withTimeout(this.warmUp.run(), 'loading has not finished');
      return null;
    } catch (error) {
      if (error instanceof TimedOutError) this.logger.log('not loaded yet');
      else this.logger.warn(`loading failed: ${error instanceof Error ? error.message : String(error)}`);
      return 'the process is loading';
    }
  }
}

class TimedOutError extends Error {}

async function withTimeout(check: Promise<void>, otherwise: string): Promise<void> {
  const done = new AbortController();
  const tooLate = (async () => {
    for (let part = 0; part < TIMEOUT_PARTS; part++) await sleep(TIMEOUT_PART_MS, undefined, { signal: done.signal });
    throw new TimedOutError(otherwise);
  })();
  try {
    await Promise.race([check, tooLate]);
  } finally {
    done.abort();
    tooLate.catch(() => undefined);
    check.catch(() => undefined);
  }
}

const none = (): null => null;

@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly health: DatabaseHealth,
    @Inject(API_CONFIG) private readonly config: Pick<ApiConfig, 'databaseDisk'>,
  ) {}

  @Get('livez')
  @OutsideContract()
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @OutsideContract()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const reason = await this.readiness.findReasonNotReady();
    const replicas = this.health.replicas();
    // Failed replicas do not affect readiness: the primary takes over.
    const shown = replicas && { replicas: { configured: replicas.configured, serving: replicas.serving } };
    // A full disk does not affect readiness: reads continue.
    const disk = await describeDisk(this.config.databaseDisk);
    // A wrong clock does not affect readiness: values stay until an operator acts.
    const clock = reason === null && (await this.health.dates().then((dates) => clockFault(dates, new Date()), none));
    if (reason === null) await reply.send({ status: 'ok', ...shown, ...(disk && { disk }), ...(clock && { clock }) });
    else await answerError(reply, new ApiError(503, 'InternalError', reason, 1));
  }
}

@Module({ controllers: [HealthController], providers: [Readiness] })
export class HealthModule {}
