import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchHttp } from './http/http.bench.ts';

const HELP = `npm run bench -- [--quick] [--json FILE]

Measures the service beside the floor (bare Fastify, the same bytes), a plain Nest + TypeORM version and a hand-written
Fastify + pg one, all on this machine and in one run. Starts everything itself and stops by itself.

  --quick      a smaller market, fewer connections, shorter runs (about 2 minutes instead of 15)
  --json FILE  also writes every figure to FILE

Uses wrk to make the load where it is installed, autocannon otherwise.
`;

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  process.stdout.write(HELP);
} else {
  const options = values.quick
    ? { sets: 2_000, years: 1, seconds: 2, repeats: 3, connections: [1, 64] }
    : { sets: 25_000, years: 1, seconds: 4, repeats: 3, connections: [1, 8, 64, 256] };
  const http = await benchHttp(options, (line) => process.stderr.write(`${line}\n`));
  if (values.json) await writeFile(values.json, JSON.stringify({ options, http }, null, 2));
}
