import { type EventKinds, pageOfEvent } from '@brickmarket/alerts';
import { detailsOf, headlineOf, type ToldAlert } from './told-alerts.ts';

/** Further alerts are only counted in the mail. */
export const ALERTS_PER_MAIL = 100;

/** One mail per account with all that is due. Links start with `accountUrl`. */
export function composeAlertMail(
  kinds: EventKinds,
  alerts: readonly ToldAlert[],
  accountUrl: string,
): { readonly subject: string; readonly text: string } {
  const linesOf = (alert: ToldAlert): readonly string[] => [
    headlineOf(kinds, alert.event),
    ...detailsOf(alert),
    accountUrl + pageOfEvent(kinds, alert.event),
    '',
  ];
  const more = alerts.length - ALERTS_PER_MAIL;
  return {
    subject: alerts.length === 1 ? headlineOf(kinds, alerts[0]!.event) : `${alerts.length} alerts`,
    text: [
      ...alerts.slice(0, ALERTS_PER_MAIL).flatMap(linesOf),
      ...(more > 0 ? [`and ${more} more in your inbox`, ''] : []),
      `Your inbox: ${accountUrl}/alerts`,
      `Change what you are alerted about: ${accountUrl}/alerts/rules`,
      '',
    ].join('\n'),
  };
}
