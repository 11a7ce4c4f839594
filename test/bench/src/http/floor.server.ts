import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

/**
 * The least a server can do: one route that returns ready bytes. What it reaches, the machine and the framework allow.
 */
const bytes = readFileSync(process.env['BYTES_FILE']!);
const app = fastify();
app.all('/*', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes));
process.send!({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
