import { createHash, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { Pool } from 'pg';

/**
 * What a careful hand writes without a framework of its own: Fastify and pg, prepared statements, one after another, with the
 * same guarantees for GET /set/{number} (fresh key, plan, exact durable quota, envelope, strict query).
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify({ genReqId: () => randomUUID(), logger: true, disableRequestLogging: true });

const FIND_KEY = `
SELECT k.id, k.daily_limit, a.plan FROM access.api_key k JOIN access.account a ON a.id = k.account_id
WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
const CHARGE = `
INSERT INTO access.key_usage AS u (key_id, day, used, last_charge) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1, 1)
ON CONFLICT (key_id, day) DO UPDATE SET used = u.used + 1, last_charge = 1 WHERE u.used < $2
RETURNING used, day + 1 AS reset`;
const FIND_SET = `
SELECT s.set_number, s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url, s.upc, s.ean, s.msrp_cents,
       s.release_date::text, s.exit_date::text, s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g,
       (SELECT coalesce(json_agg(json_build_object('n', m.minifig_number, 'q', sm.quantity) ORDER BY m.minifig_number), '[]')
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

app.get<{ Params: { number: string } }>('/api/v1/set/:number', async (request, reply) => {
  const key = /^Bearer (bmk_[0-9a-f]{48})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) return reply.status(401).send({ error: { code: 'MissingApiKey', message: 'no key' } });
  const hash = createHash('sha256').update(key).digest();
  const found = (
    await pool.query<{ id: number; daily_limit: number; plan: string }>({ name: 'key', text: FIND_KEY, values: [hash] })
  ).rows[0];
  if (found === undefined) return reply.status(401).send({ error: { code: 'InvalidApiKey', message: 'not valid' } });
  if (found.plan !== 'reseller') return reply.status(403).send({ error: { code: 'TierRequired', message: 'plan' } });
  const charged = (
    await pool.query<{ used: number; reset: Date }>({
      name: 'charge',
      text: CHARGE,
      values: [found.id, found.daily_limit],
    })
  ).rows[0];
  if (charged === undefined) return reply.status(429).send({ error: { code: 'QuotaExceeded', message: 'used up' } });
  if (Object.keys(request.query as object).length > 0)
    return reply.status(400).send({ error: { code: 'BadRequest', message: 'unknown parameter' } });
  const { number } = request.params;
  const set = (await pool.query<SetRow>({ name: 'set', text: FIND_SET, values: [[number, `${number}-1`]] })).rows[0];
  if (set === undefined) return reply.status(404).send({ error: { code: 'NotFound', message: 'no such set' } });
  const remaining = found.daily_limit - charged.used;
  const reset = charged.reset.toISOString();
  request.log.info({ route: '/api/v1/set/:number', status: 200, keyId: found.id });
  return reply
    .headers({
      'x-request-id': request.id,
      'x-api-version': '1',
      'x-ratelimit-limit': found.daily_limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    })
    .send({
      data: {
        ...set,
        minifigs_count: set.minifigs.reduce((sum, minifig) => sum + minifig.q, 0),
        minifigs: set.minifigs.map((minifig) => minifig.n),
        msrp_usd: set['msrp_cents'] === null ? null : Number(set['msrp_cents']) / 100,
      },
      meta: { request_id: request.id, api_version: '1', rate_limit: { limit: found.daily_limit, remaining, reset } },
    });
});

process.send!({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) });
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
