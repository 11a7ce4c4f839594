import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { pino } from 'pino';

/** The frame our service is built in, and nothing in it: Nest on Fastify, guards that let pass, an interceptor that hands on ready text, our headers, a line of log. What it reaches is what there is to reach. */
const text = readFileSync(process.env['BYTES_FILE']!, 'utf8');

@Controller('api/v1/set')
class ReadyController {
  @Get(':number')
  async get(): Promise<string> {
    return text;
  }
}

@Injectable()
class WaitingGuard implements CanActivate {
  async canActivate(): Promise<boolean> {
    await new Promise(setImmediate);
    return true;
  }
}

@Injectable()
class OpenGuard implements CanActivate {
  canActivate(): boolean {
    return true;
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

@Module({
  controllers: [ReadyController],
  providers: [
    { provide: APP_GUARD, useClass: WaitingGuard },
    { provide: APP_GUARD, useClass: OpenGuard },
    { provide: APP_GUARD, useClass: OpenGuard },
    { provide: APP_GUARD, useClass: OpenGuard },
    { provide: APP_INTERCEPTOR, useClass: JsonInterceptor },
  ],
})
class FrameModule {}

const logger = pino(pino.destination({ fd: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 100 }));
const adapter = new FastifyAdapter({ genReqId: () => randomUUID(), skipMiddie: true });
adapter
  .getInstance<FastifyInstance>()
  .addHook('onRequest', (request, reply, done) => {
    reply
      .header('x-api-version', '1')
      .header('x-request-id', request.id)
      .header('x-ratelimit-limit', 1_000)
      .header('x-ratelimit-remaining', 999)
      .header('x-ratelimit-reset', '2026-01-01T00:00:00.000Z');
    done();
  })
  .addHook('onResponse', (request, reply, done) => {
    logger.info({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    });
    done();
  });
const app = await NestFactory.create<NestFastifyApplication>(FrameModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
process.send!({ listening: await app.getUrl() });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
