import 'reflect-metadata';
import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  HttpException,
  Inject,
  Injectable,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  Query,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Exclude, Expose, plainToInstance } from 'class-transformer';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { Account, ApiKey, KeyUsage, LegoSet, Minifig, SetMinifig } from './entities.ts';

/** The straightforward way: repositories, relations, a transaction for the quota, class-transformer, an interceptor. */
declare module 'fastify' {
  interface FastifyRequest {
    quota?: { limit: number; remaining: number };
  }
}

@Injectable()
class KeyAndQuotaGuard implements CanActivate {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const keyHash = createHash('sha256')
      .update((request.headers.authorization ?? '').replace('Bearer ', ''))
      .digest();
    const key = await this.dataSource
      .getRepository(ApiKey)
      .findOne({ where: { keyHash }, relations: { account: true } });
    if (key === null || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt < new Date()))
      throw new UnauthorizedException();
    if (key.account.plan !== 'reseller') throw new ForbiddenException();
    await this.dataSource.transaction(async (manager) => {
      const usages = manager.getRepository(KeyUsage);
      const day = new Date().toISOString().slice(0, 10);
      await usages
        .createQueryBuilder()
        .insert()
        .values({ keyId: key.id, day, used: 0, lastCharge: 0 })
        .orIgnore()
        .execute();
      const usage = await usages.findOneOrFail({ where: { keyId: key.id, day }, lock: { mode: 'pessimistic_write' } });
      if (usage.used >= key.dailyLimit) throw new HttpException('quota', 429);
      usage.used += 1;
      await usages.save(usage);
      request.quota = { limit: key.dailyLimit, remaining: key.dailyLimit - usage.used };
    });
    return true;
  }
}

@Injectable()
class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      map((data: unknown) => ({
        data,
        meta: { request_id: request.id, api_version: '1', rate_limit: request.quota },
      })),
    );
  }
}

class NoParameters {}

@Exclude()
class SetView {
  @Expose({ name: 'setNumber' })
  set_number!: string;

  @Expose()
  title!: string;

  @Expose()
  theme!: string;

  @Expose()
  subtheme!: string | null;

  @Expose()
  pieces!: number;

  @Expose({ name: 'imageUrl' })
  image_url!: string | null;

  @Expose({ name: 'releaseDate' })
  release_date!: string | null;

  @Expose()
  minifigs!: string[];
}

@Controller('api/v1/set')
class SetController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get(':number')
  async getSet(@Param('number') number: string, @Query() _query: NoParameters): Promise<SetView> {
    const set = await this.dataSource.getRepository(LegoSet).findOne({
      where: [{ setNumber: number }, { setNumber: `${number}-1` }],
      relations: { minifigs: { minifig: true } },
    });
    if (set === null) throw new NotFoundException();
    return plainToInstance(
      SetView,
      Object.assign(set, { minifigs: set.minifigs.map((link) => link.minifig.minifigNumber) }),
    );
  }
}

@Module({
  controllers: [SetController],
  providers: [
    {
      provide: DataSource,
      useFactory: () =>
        new DataSource({
          type: 'postgres',
          url: process.env['DATABASE_URL']!,
          entities: [Account, ApiKey, KeyUsage, Minifig, LegoSet, SetMinifig],
          poolSize: 10,
        }).initialize(),
    },
    { provide: APP_GUARD, useClass: KeyAndQuotaGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
  ],
})
class PlainModule {}

const app = await NestFactory.create<NestFastifyApplication>(PlainModule, new FastifyAdapter({ logger: false }), {
  logger: false,
});
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
await app.listen(0, '127.0.0.1');
process.send!({ listening: await app.getUrl() });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
