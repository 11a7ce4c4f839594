import { MS_PER_DAY } from '@brickmarket/domain';
import type { StoredSource } from '@brickmarket/persistence-ports';
import { fault, type Finding, ok, warning } from './finding.ts';

const QUIET_DAYS = 7;

const ADVICE: Readonly<Record<string, string>> = {
  'key-refused': 'Add the source again with the right keys',
  'address-refused': "Register this machine's address at the source, then add the source again",
  'clock-wrong': 'Set the clock of the database server right, then add the source again',
  forbidden: 'Ask the source what the key may do, then add the source again',
  secrets: 'Mend the file, or add the source again on this machine',
};
const PASSING = 'It tries again automatically; "brickmarket sources try" shows what the source answers';

/** One finding for each added source. */
export function judgeSources(stored: readonly StoredSource[], now: Date): readonly Finding[] {
  return stored.map((source) => judgeSource(source, now));
}

function judgeSource(source: StoredSource, now: Date): Finding {
  const check = `source ${source.name}`;
  const { state, lastError, lastSuccessAt, addedAt, callsToday, callsADay, itemsDue } = source;
  if (state === 'stopped')
    return fault(check, lastError?.sentence ?? 'it is stopped', ADVICE[lastError?.kind ?? ''] ?? PASSING);
  if (state === 'paused') return ok(check, 'paused');
  if (lastError !== null && (lastSuccessAt === null || lastError.at > lastSuccessAt))
    return warning(check, lastError.sentence, PASSING);
  if (now.getTime() - (lastSuccessAt ?? addedAt).getTime() > QUIET_DAYS * MS_PER_DAY)
    return warning(check, `nothing new for ${QUIET_DAYS} days`, 'Start "brickmarket work", which asks the sources');
  if (callsToday >= callsADay && itemsDue > 0)
    return ok(check, `today's ${callsADay} calls are used up; ${itemsDue} items wait for tomorrow`);
  return ok(check, `${callsToday} of ${callsADay} calls today, ${itemsDue} items are due`);
}
