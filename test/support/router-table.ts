import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export interface Route {
  readonly method: string;
  /** With its parameters as the router knows them: `/api/v1/set/:number`. */
  readonly path: string;
}

/** Every route the router itself knows, read off its printed tree. */
export function routerTable(app: NestFastifyApplication): readonly Route[] {
  const routes: Route[] = [];
  const parents: string[] = [];
  for (const line of app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    parents.length = depth;
    parents.push(match[2]!);
    for (const method of match[3]?.split(', ') ?? []) routes.push({ method, path: parents.join('') });
  }
  return routes;
}

/** The routes of the contract. */
export function contractRoutes(app: NestFastifyApplication): readonly Route[] {
  return routerTable(app).filter((route) => route.path.startsWith('/api/v1/'));
}
