import { SetDirectory } from '@brickmarket/operations/sets';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { describeDisk } from '@brickmarket/service-runtime';
import { Controller, Get, Header, Inject, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../area/signed-in.guard.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../config/config.ts';
import { AccountError } from '../http/errors.ts';

/** Probes: alive, and ready with the database. */
@ApiExcludeController()
@Public()
@Controller()
class HealthController {
  constructor(
    private readonly health: DatabaseHealth,
    private readonly directory: SetDirectory,
    @Inject(ACCOUNT_CONFIG) private readonly config: AccountConfig,
  ) {}

  @Get('livez')
  @Header('cache-control', 'no-store')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  async ready(): Promise<object> {
    // Preloads the set directory for the first search.
    await Promise.all([this.health.check(), this.directory.list()]).catch(() => {
      throw new AccountError('Overloaded', 'The database is not ready.', undefined, 1);
    });
    // A full disk does not affect readiness: pages still work.
    const disk = await describeDisk(this.config.databaseDisk);
    return { status: 'ready', ...(disk && { disk }) };
  }
}

@Module({ controllers: [HealthController] })
export class HealthModule {}
