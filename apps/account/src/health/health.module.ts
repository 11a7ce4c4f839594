import { SetDirectory } from '@brickmarket/operations/sets';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../area/signed-in.guard.ts';
import { AccountError } from '../http/errors.ts';

/** For whoever runs the process: alive, and ready when the database is. */
@ApiExcludeController()
@Public()
@Controller()
class HealthController {
  constructor(
    private readonly health: DatabaseHealth,
    private readonly directory: SetDirectory,
  ) {}

  @Get('livez')
  @Header('cache-control', 'no-store')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  async ready(): Promise<{ status: string }> {
    // With the directory of sets, so that nobody's first search waits for it.
    await Promise.all([this.health.check(), this.directory.list()]).catch(() => {
      throw new AccountError('Overloaded', 'The database is not ready.', undefined, 1);
    });
    return { status: 'ready' };
  }
}

@Module({ controllers: [HealthController] })
export class HealthModule {}
