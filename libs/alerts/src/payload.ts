import {
  type Cents,
  type EventFacts,
  formatUsd,
  type RecordedEvent,
  RETAILER_NAMES,
  usdOrNull,
} from '@brickmarket/domain';

/** The body of a webhook. This is a contract with receivers, as the API's responses are: fields are only added. */
export interface WebhookPayload {
  readonly type: RecordedEvent['kind'];
  /** When it happened, ISO-8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** The body of a webhook about an event. A few hundred bytes: titles are cut. */
export function webhookPayload(event: RecordedEvent): WebhookPayload {
  return { type: event.kind, timestamp: event.occurredAt.toISOString(), data: payloadData(event) };
}

const MAX_TITLE = 500;

function payloadData(event: RecordedEvent): WebhookPayload['data'] {
  const { facts } = event;
  switch (event.kind) {
    case 'price.dropped':
      return {
        ...aboutSet(facts),
        retailer: facts.retailer!,
        previous_price_usd: usdOrNull(event.oldCents),
        price_usd: usdOrNull(event.newCents),
      };
    case 'price.all_time_low':
      return {
        ...aboutSet(facts),
        retailer: facts.retailer!,
        price_usd: usdOrNull(event.newCents),
        previous_low_usd: usdOrNull(event.oldCents),
        previous_low_date: facts.previousLowDay ?? null,
      };
    case 'seller.third_party_only':
    case 'stock.returned':
      return { ...aboutSet(facts), retailer: facts.retailer!, price_usd: usdOrNull(event.newCents) };
    case 'value.moved':
      return {
        ...aboutSet(facts),
        condition: facts.condition!,
        value_30_days_ago_usd: usdOrNull(event.oldCents),
        value_usd: usdOrNull(event.newCents),
      };
    case 'set.retiring':
    case 'set.retired':
      return { ...aboutSet(facts), retire_date: facts.exitDay! };
    default:
      return otherData(event);
  }
}

/** The kinds that are not about a set. */
function otherData({ kind, facts }: RecordedEvent): WebhookPayload['data'] {
  switch (kind) {
    case 'month.published':
      return { month: facts.month! };
    case 'allowance.low':
      return { key_id: facts.keyId!, key_name: facts.keyName!, used: facts.used!, daily_limit: facts.dailyLimit! };
    case 'key.expiring':
      return { key_id: facts.keyId!, key_name: facts.keyName!, expires_at: facts.expiresAt! };
    case 'endpoint.disabled':
      return { url: facts.url!, reason: facts.reason! };
    default:
      return { message: 'This is a test. Nothing has happened.' };
  }
}

function aboutSet({ setNumber, title }: EventFacts): { set_number: string; title: string } {
  return { set_number: setNumber!, title: title!.slice(0, MAX_TITLE) };
}

/** An event in one sentence, for mail, the inbox and the command line. */
export function describeEvent({ kind, facts, oldCents, newCents }: RecordedEvent): string {
  const set = `${facts.setNumber} ${facts.title}`;
  const shop = facts.retailer === undefined ? '' : RETAILER_NAMES[facts.retailer];
  switch (kind) {
    case 'price.dropped':
      return `${set}: ${money(newCents)} at ${shop}, down from ${money(oldCents)}`;
    case 'price.all_time_low':
      return (
        `${set}: all-time low of ${money(newCents)} at ${shop}; ` +
        `the low before was ${money(oldCents)}${facts.previousLowDay ? ` on ${facts.previousLowDay}` : ''}`
      );
    case 'seller.third_party_only':
      return `${set}: ${shop} no longer sells it itself; third parties ask ${money(newCents)}`;
    case 'stock.returned':
      return `${set}: back in stock at ${shop} for ${money(newCents)}`;
    case 'value.moved':
      return `${set}: worth ${money(newCents)} ${facts.condition}, ${money(oldCents)} 30 days ago`;
    case 'set.retiring':
      return `${set}: retires on ${facts.exitDay}`;
    case 'set.retired':
      return `${set}: retired, last sold on ${facts.exitDay}`;
    case 'month.published':
      return `The values of ${facts.month} are published`;
    case 'allowance.low':
      return `Key ${facts.keyName} (...${facts.keyLast4}) has used ${facts.used} of ${facts.dailyLimit} requests today`;
    case 'key.expiring':
      return `Key ${facts.keyName} (...${facts.keyLast4}) expires on ${facts.expiresAt?.slice(0, 10)}`;
    case 'endpoint.disabled':
      return `The endpoint ${facts.url} was switched off: ${facts.reason}`;
    default:
      return 'A test event';
  }
}

function money(cents: Cents | null): string {
  return cents === null ? 'an unknown price' : `$${formatUsd(cents)}`;
}
