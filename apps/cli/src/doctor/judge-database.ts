import { clockFault, DEMO_NOTICE, MS_PER_DAY } from '@brickmarket/domain';
import { LEAST_HELD_PCT } from '@brickmarket/valuation';
import { OLD_SALES_DAYS } from '../output/old-sales.ts';
import type { DatabaseFacts, RoleStep, SchemaStatus } from '../persistence.wiring.ts';
import { fault, type Finding, ok, warning } from './finding.ts';

const LEAST_VERSION = 15;
const MINUTE_S = 60;
/** Jobs are due every minute, but large valuations take longer. */
const LATE_JOB_S = 30 * MINUTE_S;
const LATE_DELIVERY_S = 15 * MINUTE_S;
/** Age of the first account or rule from which all processes should have started. */
const SET_UP_MS = 3_600_000;
/** As in the alert ReplicaLagging. */
const REPLICA_LAG_S = 30;
const REPLICA_LAG_BYTES = 256e6;
/** Error rate against promised availability; few requests say nothing. */
const MOST_ERRORS = 0.001;
const FEWEST_REQUESTS = 1_000;
/** As in the alert LowRangeCoverage. */
const FEWEST_SCORED = 400;
const CLOCK_WARNING_MS = 2_000;
const CLOCK_FAULT_MS = 60_000;
const AGREE = `database and host agree within ${CLOCK_WARNING_MS / 1_000} s`;

export function judgeVersion({ versionNumber }: DatabaseFacts): Finding {
  const major = Math.floor(versionNumber / 10_000);
  const found = `PostgreSQL ${major}.${versionNumber % 10_000}, Node ${process.versions.node}`;
  return major >= LEAST_VERSION
    ? ok('versions', found)
    : fault('versions', found, `PostgreSQL must be ${LEAST_VERSION} or newer: upgrade the server`);
}

export function judgeRestore({ restoreBegunAt }: SchemaStatus): Finding | null {
  return restoreBegunAt === null
    ? null
    : fault(
        'restore',
        `a restore that began at ${restoreBegunAt.toISOString()} has not finished`,
        'Run "brickmarket db restore FILE" again, or use a new database',
      );
}

export function judgeSchema({ pending, newer }: SchemaStatus): Finding {
  if (newer !== null) {
    const found = `a newer build has run ${newer.found}, this one knows migrations up to ${newer.known}`;
    return newer.carriesThisBuild
      ? warning('migrations', found, 'It works on this schema. Run the newer build as soon as the upgrade is done')
      : fault('migrations', found, 'Run the newer build; to go back, restore the backup made before the upgrade');
  }
  return pending.length === 0
    ? ok('migrations', 'the schema matches this build')
    : fault('migrations', `${pending.length} are pending, the first is ${pending[0]}`, 'Run "brickmarket db migrate"');
}

/** Null: complete. `advise` suits owners without the right. */
export function judgeRoleSteps(
  steps: readonly RoleStep[],
  advise: (steps: readonly RoleStep[]) => string,
): Finding | null {
  if (steps.length === 0) return null;
  const roles = [...new Set(steps.map(({ role }) => role))].join(', ');
  const refused = steps.filter(({ isPermitted }) => !isPermitted);
  return refused.length > 0
    ? fault('roles', `the login of DATABASE_URL may not make or switch to ${roles}`, advise(refused))
    : fault('roles', `the login of DATABASE_URL cannot switch to ${roles} yet`, 'Run "brickmarket db migrate"');
}

export function judgeRoles({ roles }: DatabaseFacts): Finding {
  const leaking = roles.find((role) => role.readsSource);
  return leaking === undefined
    ? ok('roles', `${roles.length} of 3 present; none may read licensed source rows`)
    : fault(
        'roles',
        `${leaking.name} may use the schema of licensed source rows`,
        `As the owner: REVOKE ALL ON SCHEMA source FROM ${leaking.name}, and from roles that it is a member of`,
      );
}

/** Compares with this machine's clock. A shared wrong clock shows only in data dated in the future. */
export function judgeClock({ now, valuedOn, changedAt }: DatabaseFacts, askedAt: Date, answeredAt: Date): Finding {
  const early = askedAt.getTime() - now.getTime();
  const late = now.getTime() - answeredAt.getTime();
  const offMs = Math.max(early, late, 0);
  const side = early > late ? 'behind' : 'ahead of';
  const found = `the clock of the database is ${(offMs / 1_000).toFixed(1)} s ${side} ours`;
  const advice = 'Synchronize the clocks of both machines (chrony, systemd-timesyncd)';
  if (offMs >= CLOCK_FAULT_MS) return fault('clock', found, advice);
  const dated = clockFault({ now, valuedOn }, answeredAt);
  if (dated !== null) return fault('clock', dated.found, dated.advice);
  const lastChange = new Date(Math.max(...Object.values(changedAt).map((moment) => moment?.getTime() ?? 0)));
  if (lastChange.getTime() - now.getTime() >= CLOCK_FAULT_MS)
    return fault(
      'clock',
      `the clock of the database is at ${now.toISOString()}, and data was changed at ${lastChange.toISOString()}`,
      "Set the clock of the database's machine right (chrony, systemd-timesyncd): it is late, or was early then",
    );
  return offMs >= CLOCK_WARNING_MS ? warning('clock', found, advice) : ok('clock', AGREE);
}

/** No fault: shown, so that nobody takes its prices for real. */
export function judgeDemo({ hasDemo }: DatabaseFacts): readonly Finding[] {
  return hasDemo ? [ok('demo', `${DEMO_NOTICE} "brickmarket demo remove" removes the synthetic market`)] : [];
}

export function judgeJobs({ failedJobs, oldestJobSeconds }: DatabaseFacts): Finding {
  if (failedJobs > 0)
    return fault('jobs', `${failedJobs} failed permanently`, '"brickmarket jobs list" says why, "jobs retry" repeats');
  if (oldestJobSeconds > LATE_JOB_S)
    return fault(
      'jobs',
      `one has been due for ${Math.floor(oldestJobSeconds / MINUTE_S)} minutes`,
      'Does "brickmarket work" run? "brickmarket jobs list" shows what waits and what runs',
    );
  return ok('jobs', 'none has failed, and none is late');
}

const hasBeenFor = (moment: Date | null, ms: number, now: Date): boolean =>
  moment !== null && now.getTime() - moment.getTime() >= ms;

/** A worker that ends is deregistered. A killed worker is not. */
export function judgeWorkers({ liveWorkers, lostWorkers, firstAccountAt, now }: DatabaseFacts): Finding {
  if (liveWorkers > 0) return ok('workers', `${liveWorkers} running`);
  const advice = 'Start "brickmarket work": nothing is imported or valued';
  if (lostWorkers > 0) return fault('workers', 'the last one was killed or hangs', advice);
  return hasBeenFor(firstAccountAt, SET_UP_MS, now)
    ? fault('workers', 'none runs', advice)
    : ok('workers', 'none runs');
}

const PARTS_SHOWN = 5;

export function judgeParts({ missingParts }: DatabaseFacts): Finding {
  if (missingParts.length === 0) return ok('rights and indexes', 'all that migrations created are present');
  const more = missingParts.length > PARTS_SHOWN ? ` and ${missingParts.length - PARTS_SHOWN} more` : '';
  const sql = missingParts.map((part) => `${part};`).join('\n');
  const shown = missingParts.slice(0, PARTS_SHOWN).join('; ');
  return fault('rights and indexes', `missing: ${shown}${more}`, `As the owner:\n${sql}`);
}

export function judgeReplicas({ replicaLagSeconds: seconds, replicaLagBytes: bytes }: DatabaseFacts): Finding {
  const found = `the last is ${seconds.toFixed(1)} s and ${(bytes / 1e6).toFixed(0)} MB behind`;
  return seconds > REPLICA_LAG_S || bytes > REPLICA_LAG_BYTES
    ? warning('replicas', found, 'Look at its disk and network; until then, reads go to the leader')
    : ok('replicas', 'none is behind');
}

export function judgeAnswers({ requests, errors }: DatabaseFacts): Finding {
  const found = `${errors} of ${requests} requests failed or were refused in the last two hours`;
  return requests >= FEWEST_REQUESTS && errors > MOST_ERRORS * requests
    ? warning('responses', found, 'Lines of level "error" in the log of the API say why; "/status" shows past days')
    : ok('responses', found);
}

export function judgeRanges({ scoredSales, rangeHeldPct }: DatabaseFacts): Finding {
  if (rangeHeldPct === null) return ok('ranges of values', 'no sale has been scored yet');
  const found = `${rangeHeldPct.toFixed(1)} % of ${scoredSales} sales lay in the range that was served`;
  return scoredSales >= FEWEST_SCORED && rangeHeldPct < LEAST_HELD_PCT
    ? warning(
        'ranges of values',
        found,
        '"brickmarket scorecard" says since when and for what; "imports list" shows a feed that may mean other prices',
      )
    : ok('ranges of values', found);
}

export function judgeDeliveries(facts: DatabaseFacts): Finding {
  const { deadLetters, deliverers, firstRuleAt, now, oldestDeliverySeconds, oldestEventSeconds } = facts;
  const lateSeconds = Math.max(oldestDeliverySeconds, oldestEventSeconds);
  if (lateSeconds > LATE_DELIVERY_S) {
    const late = oldestEventSeconds > oldestDeliverySeconds ? 'an event has waited' : 'one has been due';
    const found = `${late} for ${Math.floor(lateSeconds / MINUTE_S)} minutes, and ${deliverers} processes deliver`;
    return fault('deliveries', found, 'Start "brickmarket deliver", or look at its log');
  }
  if (deliverers === 0 && hasBeenFor(firstRuleAt, SET_UP_MS, now))
    return fault('deliveries', 'no process delivers, and there are rules', 'Start "brickmarket deliver"');
  return deadLetters > 0
    ? warning(
        'deliveries',
        `${deadLetters} were given up in the last 7 days`,
        '"brickmarket webhooks log --account EMAIL" says why, "webhooks replay --failed" repeats',
      )
    : ok('deliveries', 'none was given up in the last 7 days, and none is late');
}

const FEEDS = [
  { feed: 'catalog', staleDays: 90, lastOf: ({ changedAt }: DatabaseFacts) => changedAt.catalog },
  // Every valuation changes the kind of data "market".
  { feed: 'sales', staleDays: OLD_SALES_DAYS, lastOf: ({ salesImportedAt }: DatabaseFacts) => salesImportedAt },
  { feed: 'retail prices', staleDays: 3, lastOf: ({ changedAt }: DatabaseFacts) => changedAt.retail },
] as const;

/** One per feed; ignores those never imported. */
export function judgeFeeds(facts: DatabaseFacts): readonly Finding[] {
  return FEEDS.map(({ feed, staleDays, lastOf }) => {
    const last = lastOf(facts);
    if (last === null) return ok(`freshness of ${feed}`, 'nothing was imported yet');
    const days = Math.floor((facts.now.getTime() - last.getTime()) / MS_PER_DAY);
    const found = days < 1 ? 'changed within a day' : `last changed ${days} days ago`;
    return days < staleDays
      ? ok(`freshness of ${feed}`, found)
      : warning(`freshness of ${feed}`, found, 'Does the feed still come? "brickmarket imports list" shows what came');
  });
}
