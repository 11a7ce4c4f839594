import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import type { RecordedEvent } from '@brickmarket/domain';
import { readStakes, type StakeArea, stakeLine } from '../resale/stakes.ts';

export interface ToldAlert {
  readonly event: RecordedEvent;
  readonly ruleNames: readonly string[];
  readonly stake: string | null;
}

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

export function headlineOf(kinds: EventKinds, event: RecordedEvent): string {
  return oneLine(describeEvent(kinds, event));
}

export function detailsOf({ stake, ruleNames }: ToldAlert): readonly string[] {
  const rules = `${ruleNames.length === 1 ? 'Rule' : 'Rules'}: ${ruleNames.map(oneLine).join(', ')}`;
  return [...(stake === null ? [] : [stake]), ...(ruleNames.length === 0 ? [] : [rules])];
}

// A line break in a title from a file must not start another header or line.
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
