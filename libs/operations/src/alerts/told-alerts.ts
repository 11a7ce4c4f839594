import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import type { RecordedEvent } from '@brickmarket/domain';
import { readStakes, type StakeArea, stakeLine } from '../resale/stakes.ts';

/** An alert as mails and feeds tell it. */
export interface ToldAlert {
  readonly event: RecordedEvent;
  /** Of the rules that made it. */
  readonly ruleNames: readonly string[];
  /** What it means to the account, in words; null when there is nothing to say. */
  readonly stake: string | null;
}

/** Adds to alerts of one account what they mean to it. */
export async function tellAlerts(
  area: StakeArea,
  accountId: number,
  alerts: readonly Omit<ToldAlert, 'stake'>[],
  now: Date,
): Promise<readonly ToldAlert[]> {
  const events = alerts.map(({ event }) => event);
  const stakes = await readStakes(area, accountId, events, now);
  return alerts.map(({ event, ruleNames }) => {
    const stake = stakes.get(event.id);
    return { event, ruleNames, stake: stake === undefined ? null : stakeLine(stake) };
  });
}

/** What has happened, on one line. */
export function headlineOf(kinds: EventKinds, event: RecordedEvent): string {
  return oneLine(describeEvent(kinds, event));
}

/** What is said below the headline, line by line. */
export function detailsOf({ stake, ruleNames }: ToldAlert): readonly string[] {
  const rules = `${ruleNames.length === 1 ? 'Rule' : 'Rules'}: ${ruleNames.map(oneLine).join(', ')}`;
  return [...(stake === null ? [] : [stake]), ...(ruleNames.length === 0 ? [] : [rules])];
}

// A title comes from a catalogue file: a line break in it must not begin another header, or a line of its own.
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
