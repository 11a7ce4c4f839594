import { type Cents, CONDITIONS, type EpochDay, formatIsoDay, type ThemeMove } from '@brickmarket/domain';
import { MarketMovers, type SetMove, ThemeMoves } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const moves = (direction: 'risen' | 'fallen'): string => `
(SELECT '${direction}' AS direction, set_number AS "setNumber", before_cents AS "beforeCents", now_cents AS "nowCents"
 FROM moved WHERE now_cents ${direction === 'risen' ? '>' : '<'} before_cents
 ORDER BY now_cents::double precision / before_cents ${direction === 'risen' ? 'DESC' : 'ASC'}, set_number LIMIT $2)`;

// One primary key lookup per reliably valued set.
const LIST_MOVES = `
WITH moved AS MATERIALIZED (
  SELECT s.set_number, v.value_cents AS now_cents, past.value_cents AS before_cents
  FROM market.item_value v
  JOIN catalog.lego_set s ON s.id = v.item_id
  CROSS JOIN LATERAL (
    SELECT p.value_cents FROM market.value_step p
    WHERE p.item_id = v.item_id AND p.condition = 'sealed' AND p.day <= $1::date ORDER BY p.day DESC LIMIT 1
  ) past
  WHERE v.condition = 'sealed' AND v.data_tier IN ('high', 'medium') AND v.value_cents IS NOT NULL
    AND past.value_cents >= $3
)
${moves('risen')} UNION ALL ${moves('fallen')}`;

export class PostgresMarketMovers extends MarketMovers {
  constructor(private readonly database: Database) {
    super();
  }

  async list(
    since: EpochDay,
    { limit, leastCents }: { readonly limit: number; readonly leastCents: Cents },
  ): Promise<{ readonly risen: readonly SetMove[]; readonly fallen: readonly SetMove[] }> {
    const rows = await this.database.read<SetMove & { direction: 'risen' | 'fallen' }>({
      name: 'list_moves',
      text: LIST_MOVES,
      values: [formatIsoDay(since), limit, leastCents],
    });
    const found: Record<'risen' | 'fallen', SetMove[]> = { risen: [], fallen: [] };
    for (const { direction, ...move } of rows) found[direction].push(move);
    return found;
  }
}

const inForceOn = (day: string): string => `LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = s.id AND v.condition = c.condition AND v.day <= ${day}::date ORDER BY v.day DESC LIMIT 1
)`;
const KNOWN = 'FILTER (WHERE past.value_cents IS NOT NULL AND worth.value_cents IS NOT NULL)';

// Double precision is exact for cents up to 2^53.
const LIST_THEME_MOVES = `
SELECT s.theme, c.condition, count(*)::integer AS sets, (count(*) ${KNOWN})::integer AS "valuedSets",
  coalesce(sum(past.value_cents::double precision) ${KNOWN}, 0) AS "beforeCents",
  coalesce(sum(worth.value_cents::double precision) ${KNOWN}, 0) AS "nowCents"
FROM catalog.lego_set s
CROSS JOIN unnest($4::text[]) AS c (condition)
${inForceOn('$1')} past ON true
${inForceOn('$2')} worth ON true
WHERE s.theme = ANY($3)
GROUP BY s.theme, c.condition`;

export class PostgresThemeMoves extends ThemeMoves {
  constructor(private readonly database: Database) {
    super();
  }

  list(
    themes: readonly string[],
    { before, now }: { readonly before: EpochDay; readonly now: EpochDay },
  ): Promise<readonly ThemeMove[]> {
    return this.database.read<ThemeMove & { [name: string]: unknown }>({
      name: 'list_theme_moves',
      text: LIST_THEME_MOVES,
      values: [formatIsoDay(before), formatIsoDay(now), themes, CONDITIONS],
    });
  }
}
