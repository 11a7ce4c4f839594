import { createHash, randomUUID } from 'node:crypto';
import { fastify, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Pool } from 'pg';
import { HANDWRITTEN_READS } from './handwritten-reads.ts';

/**
 * What a careful hand writes without a framework of its own: Fastify and pg, prepared statements, one after another,
 * with the same guarantees (fresh key, plan, exact durable quota, strict query, the caller's own rows, envelope, log).
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify({
  genReqId: () => randomUUID(),
  logger: true,
  logController: new LogController({ disableRequestLogging: true }),
});

const FIND_KEY = `
SELECT k.id, k.account_id, k.daily_limit, a.plan FROM access.api_key k JOIN access.account a ON a.id = k.account_id
WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
const CHARGE = `
INSERT INTO access.key_usage AS u (key_id, day, used, last_charge) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1, 1)
ON CONFLICT (key_id, day) DO UPDATE SET used = u.used + 1, last_charge = 1 WHERE u.used < $2
RETURNING used, day + 1 AS reset`;
const FIND_SET = `
SELECT s.set_number, s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url, s.upc, s.ean, s.msrp_cents,
       s.release_date::text, s.exit_date::text, s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g,
       (SELECT coalesce(json_agg(json_build_object('n', m.minifig_number, 'q', sm.quantity)
         ORDER BY m.minifig_number), '[]')
        FROM catalog.set_minifig sm JOIN catalog.minifig m ON m.id = sm.minifig_id WHERE sm.set_id = s.id) AS minifigs,
       (SELECT coalesce(json_agg(v), '[]') FROM market.item_value v WHERE v.item_id = s.id) AS item_values,
       (SELECT coalesce(json_agg(p), '[]') FROM retail.price_state p WHERE p.set_id = s.id) AS offers
FROM catalog.lego_set s WHERE s.set_number = ANY($1)`;

interface SetRow {
  [column: string]: unknown;
  minifigs: { n: string; q: number }[];
  item_values: unknown[];
  offers: unknown[];
}

/** What a request is charged as: the key's account, and what its answer says of the allowance. */
interface Admitted {
  readonly accountId: number;
  readonly keyId: number;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: string;
}

function refuse(reply: FastifyReply, status: number, code: string): null {
  void reply.status(status).send({ error: { code, message: 'refused' } });
  return null;
}

/** Null when the request was refused, and answered. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): Promise<Admitted | null> {
  const key = /^Bearer (bmk_[0-9a-f]{48})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) return refuse(reply, 401, 'MissingApiKey');
  const hash = createHash('sha256').update(key).digest();
  const found = (
    await pool.query<{ id: number; account_id: number; daily_limit: number; plan: string }>({
      name: 'key',
      text: FIND_KEY,
      values: [hash],
    })
  ).rows[0];
  if (found === undefined) return refuse(reply, 401, 'InvalidApiKey');
  if (found.plan !== 'reseller') return refuse(reply, 403, 'TierRequired');
  const charged = (
    await pool.query<{ used: number; reset: Date }>({
      name: 'charge',
      text: CHARGE,
      values: [found.id, found.daily_limit],
    })
  ).rows[0];
  if (charged === undefined) return refuse(reply, 429, 'QuotaExceeded');
  if (Object.keys(request.query as object).some((name) => !allowed.includes(name)))
    return refuse(reply, 400, 'BadRequest');
  return {
    accountId: found.account_id,
    keyId: found.id,
    limit: found.daily_limit,
    remaining: found.daily_limit - charged.used,
    reset: charged.reset.toISOString(),
  };
}

function answer(request: FastifyRequest, reply: FastifyReply, admitted: Admitted, data: unknown): FastifyReply {
  const { keyId, limit, remaining, reset } = admitted;
  request.log.info({ route: request.routeOptions.url, status: 200, keyId });
  return reply
    .headers({
      'x-request-id': request.id,
      'x-api-version': '1',
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    })
    .send({ data, meta: { request_id: request.id, api_version: '1', rate_limit: { limit, remaining, reset } } });
}

app.get<{ Params: { number: string } }>('/api/v1/set/:number', async (request, reply) => {
  const admitted = await admit(request, reply, []);
  if (admitted === null) return reply;
  const { number } = request.params;
  const set = (await pool.query<SetRow>({ name: 'set', text: FIND_SET, values: [[number, `${number}-1`]] })).rows[0];
  if (set === undefined) return reply.status(404).send({ error: { code: 'NotFound', message: 'no such set' } });
  return answer(request, reply, admitted, {
    ...set,
    minifigs_count: set.minifigs.reduce((sum, minifig) => sum + minifig.q, 0),
    minifigs: set.minifigs.map((minifig) => minifig.n),
    msrp_usd: set['msrp_cents'] === null ? null : Number(set['msrp_cents']) / 100,
  });
});

for (const [path, { sql, parameters }] of HANDWRITTEN_READS)
  app.get(`/api/v1${path}`, async (request, reply) => {
    const admitted = await admit(request, reply, parameters);
    if (admitted === null) return reply;
    const { rows } = await pool.query<{ data: unknown }>({ name: path, text: sql, values: [admitted.accountId] });
    return answer(request, reply, admitted, rows[0]!.data);
  });

process.send!({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
