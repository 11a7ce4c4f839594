import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { routedPath } from '@brickmarket/service-runtime';
import staticFiles from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccountError } from './errors.ts';

const NOT_BUILT =
  'The page of the account area is not built: run "npm run build" in the checkout, then start it again.';

/** Serves the document for all page URLs under /account. */
export async function usePage(app: NestFastifyApplication, pageDir: string): Promise<void> {
  const isBuilt = existsSync(join(pageDir, 'index.html'));
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  if (isBuilt)
    await fastify.register(staticFiles, {
      root: pageDir,
      prefix: '/account/',
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  fastify.get('/', async (_request, reply) => reply.redirect('/account', 302));
  for (const route of ['/account', '/account/*'])
    fastify.get(route, async (request, reply) => {
      const path = routedPath(request.url);
      if (path.startsWith('/account/api') || /\.[^/]*$/.test(path))
        throw new AccountError('NotFound', 'There is nothing at this address.');
      if (!isBuilt) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    });
}
