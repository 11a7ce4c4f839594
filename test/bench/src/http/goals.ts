import { printTable, type Spread } from '../measure/figures.ts';
import type { Measured } from './interleave.ts';
import type { LoadResult } from './load.ts';
import { isPrivate, SET_ROUTE } from './routes.ts';

const BATCH = 'POST /catalog/batch (100 items)';

/** A route of ours beside its floor, and beside a hand-written version where it is private. */
export interface RouteFigures {
  readonly floor: Measured;
  readonly ours: Measured;
  readonly handWritten: Measured | null;
  readonly residentMb: number;
  /** The same answers compressed; one request at a time, and for how long it held the event loop. */
  readonly compressed: LoadResult;
  readonly aloneMs: number;
  readonly timesOneSet: number;
  readonly longestTickMs: number;
}

/** What the goals are about; of a part that was not measured nothing is known. */
export interface GoalFigures {
  readonly 'warm-start'?: Spread;
  readonly layers?: Readonly<Record<string, Measured>>;
  readonly routes?: Readonly<Record<string, RouteFigures>>;
  readonly polls?: Readonly<Record<string, Measured>>;
}

/** A ratio of medians, with the least and the most that rounds of both allow. */
type Ratio = Spread;

interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly reached: Ratio | null;
  /** Where it is reached least, of several. */
  readonly where?: string | undefined;
}

/** The goals beside what one run has measured. */
export function printGoals(figures: GoalFigures): void {
  const known = goalsOf(figures).filter(({ reached }) => reached !== null);
  if (known.length === 0) return;
  printTable(
    ['goals', 'goal', 'reached', 'spread', ''],
    known.map(({ what, goal, reached, where = '' }) => [
      what,
      goal,
      reached!.median.toFixed(2),
      `${reached!.min.toFixed(2)} to ${reached!.max.toFixed(2)}`,
      where,
    ]),
  );
}

function goalsOf({ 'warm-start': warmStart, layers, routes, polls }: GoalFigures): readonly Goal[] {
  const ours = layers?.['ours'];
  const ofSet = routes && shareOf(routes[SET_ROUTE]!);
  const shared = eachRoute(routes, isShared, (route) => over(shareOf(route), ofSet!));
  const written = eachRoute(routes, isPrivate, ({ ours: of, handWritten }) => rates(of, handWritten!));
  const tails = eachRoute(routes, isPrivate, ({ ours: of }) => tailOf(of));
  const unchanged = Object.entries(polls ?? {})
    .filter(([kind]) => kind.endsWith('unchanged'))
    .map(([kind, measured]): Named => [kind, rates(measured, polls![SET_ROUTE]!)]);
  const memory = eachRoute(
    routes,
    () => true,
    ({ residentMb: mb }) => ({ median: mb, min: mb, max: mb }),
  );
  return [
    { what: 'product beside "+ log"', goal: '>= 0.92', reached: ours ? rates(ours, layers['+ log']!) : null },
    {
      what: 'GET /set of bare Fastify',
      goal: '>= 0.32 (x64), 0.42 (arm64)',
      reached: ours ? rates(ours, layers['floor']!) : null,
    },
    { what: 'p99 / p50 of GET /set', goal: '<= 2.5', reached: ours ? tailOf(ours) : null },
    {
      what: 'batch of bare Fastify',
      goal: '>= 0.25 (2,000 sets), 0.15 (25,000)',
      reached: routes ? shareOf(routes[BATCH]!) : null,
    },
    { what: 'p99 / p50 of batch', goal: '<= 3', reached: routes ? tailOf(routes[BATCH]!.ours) : null },
    { what: 'shared routes, of the share of GET /set', goal: '>= 0.85', ...least(shared) },
    { what: 'unchanged polls, of the rate of GET /set', goal: '>= 0.8', ...least(unchanged) },
    { what: 'changed polls, times hand-written', goal: '>= 3.5', ...least(written) },
    { what: 'p99 / p50 of changed polls', goal: '<= 3', ...most(tails) },
    { what: 'memory under load, MB', goal: '<= 200', ...most(memory) },
    { what: 'warm start, s', goal: '<= 1.9', reached: warmStart ?? null },
  ];
}

type Named = readonly [name: string, ratio: Ratio];

function eachRoute(
  routes: GoalFigures['routes'],
  counts: (route: string) => boolean,
  ratioOf: (figures: RouteFigures) => Ratio,
): readonly Named[] {
  return Object.entries(routes ?? {})
    .filter(([route]) => counts(route))
    .map(([route, figures]) => [route, ratioOf(figures)]);
}

/** A batch has a goal of its own. */
function isShared(route: string): boolean {
  return !isPrivate(route) && route !== BATCH && route !== SET_ROUTE;
}

function rates(one: Measured, other: Measured): Ratio {
  return over(one.requestsPerSecond, other.requestsPerSecond);
}

function shareOf({ ours, floor }: RouteFigures): Ratio {
  return rates(ours, floor);
}

function tailOf({ p99Ms, p50Ms }: Measured): Ratio {
  return over(p99Ms, p50Ms);
}

function over(one: Spread, other: Spread): Ratio {
  return { median: one.median / other.median, min: one.min / other.max, max: one.max / other.min };
}

function least(ratios: readonly Named[]): Pick<Goal, 'reached' | 'where'> {
  return endOf(ratios.toSorted(([, a], [, b]) => a.median - b.median));
}

function most(ratios: readonly Named[]): Pick<Goal, 'reached' | 'where'> {
  return endOf(ratios.toSorted(([, a], [, b]) => b.median - a.median));
}

function endOf([first]: readonly Named[]): Pick<Goal, 'reached' | 'where'> {
  return { reached: first?.[1] ?? null, where: first?.[0] };
}
