import type { SetRename } from '@brickmarket/domain';
import type { MergeCounts, RenameFacts, RenamePlanner, RenameStep } from '@brickmarket/persistence-ports';
import type { MergeOutcome, WriteSession } from '../bulk/write-session.ts';
import { FORGET_CHANGES_OF_ITEMS, type GivenUpNumber } from '../changes/record-changes.ts';

/** Tables whose rows prevent dropping a set, with the set's column. */
const DEPENDING = [
  'portfolio.holding.set_id',
  'portfolio.sale.set_id',
  'events.rule_set.set_id',
  'source.market_sale.item_id',
  'source.excluded_sale.item_id',
  'source.retail_observation.set_id',
  'market.month_series.item_id',
];

/** Tables with computed or set-only rows. */
const DROPPED_WITH = [
  'catalog.set_minifig.set_id',
  'market.item_value.item_id',
  'market.incomplete_sales.item_id',
  'market.value_step.item_id',
  'market.month_recheck.item_id',
  'source.changed_item.item_id',
  'source.details_before.set_id',
  'retail.price_state.set_id',
  'retail.price_change.set_id',
  'retail.listing.set_id',
  'retail.product_code.set_id',
  'catalog.lego_set.id',
];

const tableAndColumn = (path: string): readonly [table: string, column: string] => {
  const at = path.lastIndexOf('.');
  return [path.slice(0, at), path.slice(at + 1)];
};

const IS_USED = DEPENDING.map(tableAndColumn)
  .map(([table, column]) => `EXISTS (SELECT FROM ${table} d WHERE d.${column} = s.id)`)
  .join('\n    OR ');

const FIND_SETS = `
SELECT s.set_number AS number, s.id AS "setId", (${IS_USED}) AS "isUsed"
FROM catalog.lego_set s WHERE s.set_number = ANY ($1)`;

const FIND_GIVEN_UP = `
SELECT n.old_number AS "oldNumber", s.set_number AS "newNumber"
FROM catalog.number_change n LEFT JOIN catalog.lego_set s ON s.id = n.item_id
WHERE n.kind = 'set' AND n.old_number = ANY ($1)`;

/** The dropped set has the newer facts, imported under the new number. */
const TAKE_FACTS = `
UPDATE catalog.lego_set s
SET title = d.title, theme = d.theme, subtheme = d.subtheme, year = d.year, pieces = d.pieces, image_url = d.image_url
FROM unnest($1::integer[], $2::integer[]) AS m (set_id, dropped_id) JOIN catalog.lego_set d ON d.id = m.dropped_id
WHERE s.id = m.set_id`;
const FORGET_OLD_MINIFIGS = `
DELETE FROM catalog.set_minifig l USING unnest($1::integer[], $2::integer[]) AS m (set_id, dropped_id)
WHERE l.set_id = m.set_id AND EXISTS (SELECT FROM catalog.set_minifig d WHERE d.set_id = m.dropped_id)`;
const TAKE_MINIFIGS = `
UPDATE catalog.set_minifig l SET set_id = m.set_id
FROM unnest($1::integer[], $2::integer[]) AS m (set_id, dropped_id) WHERE l.set_id = m.dropped_id`;

const MINIFIGS_OF = `SELECT DISTINCT minifig_id AS id FROM catalog.set_minifig WHERE set_id = ANY ($1)`;

const EARLIER_NUMBERS = `
SELECT old_number AS "oldNumber", item_id AS "itemId" FROM catalog.number_change
WHERE kind = 'set' AND item_id = ANY ($1) ORDER BY id`;

// The unique index is checked row by row, so exchanged numbers are freed first. No set number has a space.
const FREE_NUMBERS = `UPDATE catalog.lego_set SET set_number = 'renamed ' || id WHERE id = ANY ($1)`;
const GIVE_NUMBERS = `
UPDATE catalog.lego_set s SET set_number = n.number
FROM unnest($1::integer[], $2::text[]) AS n (id, number) WHERE n.id = s.id`;

export function renameSets(
  session: WriteSession,
  renames: readonly SetRename[],
  plan: RenamePlanner,
): Promise<MergeCounts> {
  return session.merge('catalog', async () => {
    const steps = await plan(await factsOf(session, renames));
    const result = { inserted: 0, changed: steps.length, unchanged: 0 };
    return steps.length === 0 ? { result, changed: null } : carryOut(session, steps, result);
  });
}

async function factsOf(session: WriteSession, renames: readonly SetRename[]): Promise<RenameFacts> {
  const numbers = renames.flatMap(({ oldNumber, newNumber }) =>
    newNumber === null ? oldNumber : [oldNumber, newNumber],
  );
  const sets = await session.query<{ number: string; setId: number; isUsed: boolean }>(FIND_SETS, [numbers]);
  const givenUp = await session.query<{ oldNumber: string; newNumber: string | null }>(FIND_GIVEN_UP, [numbers]);
  return {
    sets: new Map(sets.map(({ number, ...set }) => [number, set])),
    givenUp: new Map(givenUp.map(({ oldNumber, newNumber }) => [oldNumber, newNumber])),
  };
}

async function carryOut(
  session: WriteSession,
  steps: readonly RenameStep[],
  result: MergeCounts,
): Promise<MergeOutcome<MergeCounts>> {
  const touched = steps.flatMap((step) => (step.kind === 'merge' ? [step.setId, step.droppedSetId] : step.setId));
  const minifigs = await session.query<{ id: number }>(MINIFIGS_OF, [touched]);
  const taking = steps.filter((step) => step.kind === 'merge').filter(({ keeps }) => keeps === 'old');
  const pairs = [taking.map(({ setId }) => setId), taking.map(({ droppedSetId }) => droppedSetId)];
  for (const statement of [TAKE_FACTS, FORGET_OLD_MINIFIGS, TAKE_MINIFIGS]) await session.query(statement, pairs);
  await drop(session, steps.flatMap(droppedBy));
  const staying = steps.filter((step) => step.kind !== 'remove');
  const renamed = staying.filter((step) => step.kind === 'rename' || step.keeps === 'old');
  const renamedIds = renamed.map(({ setId }) => setId);
  await session.query(FREE_NUMBERS, [renamedIds]);
  await session.query(GIVE_NUMBERS, [renamedIds, renamed.map(({ rename }) => rename.newNumber)]);
  const ids = staying.map(({ setId }) => setId);
  // The number now shows another set's months and prices.
  await session.alsoChanged('market', { value: ids, history: ids });
  await session.alsoChanged('retail', { retail: ids });
  // After raising the versions: a concurrent valuation may have recorded a dropped set.
  await session.query(FORGET_CHANGES_OF_ITEMS, [steps.flatMap(droppedBy)]);
  const numbers = [...(await earlierNumbers(session, steps)), ...steps.map(givenUpBy)];
  return { result, changed: { catalog: [...ids, ...minifigs.map(({ id }) => id)], numbers } };
}

/** Numbers of a dropped set now find the set that replaces it. */
async function earlierNumbers(session: WriteSession, steps: readonly RenameStep[]): Promise<readonly GivenUpNumber[]> {
  const successors = new Map(
    steps.flatMap((step) => droppedBy(step).map((dropped) => [dropped, givenUpBy(step).itemId] as const)),
  );
  const given = new Set(steps.map(({ rename }) => rename.oldNumber));
  const earlier = await session.query<{ oldNumber: string; itemId: number }>(EARLIER_NUMBERS, [[...successors.keys()]]);
  return earlier
    .filter(({ oldNumber }) => !given.has(oldNumber))
    .map(({ oldNumber, itemId }) => ({ kind: 'set', oldNumber, itemId: successors.get(itemId) ?? null }));
}

function givenUpBy(step: RenameStep): GivenUpNumber {
  return {
    kind: 'set',
    oldNumber: step.rename.oldNumber,
    itemId: step.kind === 'remove' ? null : step.setId,
  };
}

function droppedBy(step: RenameStep): readonly number[] {
  if (step.kind === 'rename') return [];
  return [step.kind === 'merge' ? step.droppedSetId : step.setId];
}

async function drop(session: WriteSession, setIds: readonly number[]): Promise<void> {
  if (setIds.length === 0) return;
  for (const [table, column] of DROPPED_WITH.map(tableAndColumn))
    await session.query(`DELETE FROM ${table} WHERE ${column} = ANY ($1)`, [setIds]);
}
