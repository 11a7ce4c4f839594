import { describeEvent, type EventKinds, pageOfEvent } from '@brickmarket/alerts';
import type { RecordedEvent } from '@brickmarket/domain';

/** More alerts than this are counted at the end of a mail instead of listed. */
const ALERTS_PER_MAIL = 100;

/** All that is due for one account at a time, in one mail. `accountUrl` is where people open the account area. */
export function composeAlertMail(
  kinds: EventKinds,
  events: readonly RecordedEvent[],
  accountUrl: string,
): { readonly subject: string; readonly text: string } {
  // A title comes from a catalogue file: a line break in it must not begin another header, or a line of its own.
  const lineOf = (event: RecordedEvent): string => describeEvent(kinds, event).replaceAll(/\s+/g, ' ');
  const more = events.length - ALERTS_PER_MAIL;
  return {
    subject: events.length === 1 ? lineOf(events[0]!) : `${events.length} alerts`,
    text: [
      ...events
        .slice(0, ALERTS_PER_MAIL)
        .flatMap((event) => [lineOf(event), accountUrl + pageOfEvent(kinds, event), '']),
      ...(more > 0 ? [`and ${more} more in your inbox`, ''] : []),
      `Your inbox: ${accountUrl}/alerts`,
      `Change what you are alerted about: ${accountUrl}/alerts/rules`,
      '',
    ].join('\n'),
  };
}
