import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AdmissionGate, type ChargedKey, hashOfApiKey } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  type NestInterceptor,
  type Provider,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { pino } from 'pino';
import { type Layer, LAYERS } from './layers.ts';

/**
 * The frame our service is built in, as far as the layer named by LAYER: what each layer costs is the difference to the
 * one before it. The answer is ready text of ours.
 */
const text = readFileSync(process.env['BYTES_FILE']!, 'utf8');
const top = LAYERS.indexOf(process.env['LAYER'] as Layer);
const has = (layer: Layer): boolean => LAYERS.indexOf(layer) <= top;

@Controller('api/v1/set')
class ReadyController {
  @Get(':number')
  async get(): Promise<string> {
    return text;
  }
}

@Injectable()
class OpenGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

type Admit = (charged: ChargedKey | null) => void;

/** Charges by the same statement as our service, for all requests that came while the last one was in flight. */
@Injectable()
class ChargingGuard implements CanActivate {
  private readonly gate = new Stores(
    Database.open({ url: process.env['DATABASE_URL']!, applicationName: 'bench', pipelined: true }),
  ).get(AdmissionGate);
  /** Those that wait, by key. */
  private waiting = new Map<string, Admit[]>();
  private isCharging = false;

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers.authorization!.slice('Bearer '.length);
    const charged = await new Promise<ChargedKey | null>((admit) => {
      const others = this.waiting.get(key);
      if (others === undefined) this.waiting.set(key, [admit]);
      else others.push(admit);
      if (this.isCharging) return;
      this.isCharging = true;
      setImmediate(() => void this.chargeWaiting());
    });
    return charged !== null;
  }

  private async chargeWaiting(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting];
      this.waiting = new Map();
      const charged = await this.gate.charge(
        batch.map(([key, admits]) => ({ keyHash: hashOfApiKey(key), costs: admits.map(() => 1) })),
      );
      batch.forEach(([, admits], index) => admits.forEach((admit) => admit(charged[index] ?? null)));
    }
    this.isCharging = false;
  }
}

@Injectable()
class JsonInterceptor implements NestInterceptor<string, string> {
  intercept(context: ExecutionContext, next: CallHandler<string>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((json) => {
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('etag', 'W/"0123456789012345678901234567"');
        return json;
      }),
    );
  }
}

const providers: Provider[] = [];
if (has('guards')) providers.push(...[1, 2, 3].map(() => ({ provide: APP_GUARD, useClass: OpenGuard })));
if (has('admission')) providers.push({ provide: APP_GUARD, useClass: ChargingGuard });
if (has('interceptor')) providers.push({ provide: APP_INTERCEPTOR, useClass: JsonInterceptor });

@Module({ controllers: [ReadyController], providers })
class LayersModule {}

const adapter = new FastifyAdapter({ genReqId: () => randomUUID(), skipMiddie: true });
const fastify = adapter.getInstance<FastifyInstance>();
if (has('headers'))
  fastify.addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-api-version', '1')
      .header('x-request-id', request.id)
      .header('x-ratelimit-limit', 1_000)
      .header('x-ratelimit-remaining', 999)
      .header('x-ratelimit-reset', '2026-01-01T00:00:00.000Z');
    done();
  });
if (has('log')) {
  const logger = pino(pino.destination({ fd: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 100 }));
  fastify.addHook('onResponse', (request, reply, done) => {
    logger.info({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    });
    done();
  });
}
const app = await NestFactory.create<NestFastifyApplication>(LayersModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
process.send!({ listening: await app.getUrl() });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
