import type { EventKind, JsonSchema, RecordedEvent } from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';

/** The body of a webhook. This is a contract with receivers, as the API's responses are: fields are only added. */
export interface WebhookPayload {
  /** The name of the event's kind. */
  readonly type: string;
  /** When it happened, ISO-8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | null>>;
}

/**
 * The body of a webhook about an event. Throws for a kind that is not known and for an event without a fact that its
 * kind needs: nothing else is sent in its place.
 */
export function webhookPayload(kinds: EventKinds, event: RecordedEvent): WebhookPayload {
  const data = Object.entries(kinds.get(event.kind).data).map(([name, field]) => {
    const value = field.value(event);
    if (value === undefined) throw new TypeError(`an event ${event.kind} lacks what ${name} is made of`);
    return [name, value] as const;
  });
  return { type: event.kind, timestamp: event.occurredAt.toISOString(), data: Object.fromEntries(data) };
}

/** The JSON Schema of a kind's webhooks, as exact as those of the API's responses. */
export function webhookSchema({ name, data }: EventKind): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', const: name },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened',
        examples: ['2026-11-15T12:00:00.000Z'],
      },
      data: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(data),
        properties: Object.fromEntries(Object.entries(data).map(([field, { schema }]) => [field, schema])),
      },
    },
  };
}

/**
 * An event in one sentence, for mail, the inbox and the command line. Of a kind that is not known, only its name and
 * what it happened to; so too when its kind fails to describe it, because one event must not break a list of them.
 */
export function describeEvent(kinds: EventKinds, event: RecordedEvent): string {
  return (
    attempt(() => kinds.get(event.kind).sentence(event, kinds.retailerNames)) ?? `${event.kind} of ${event.subject}`
  );
}

/** The page of the account area that shows what an event is about: the inbox, when its kind does not say. */
export function pageOfEvent(kinds: EventKinds, event: RecordedEvent): string {
  return attempt(() => kinds.get(event.kind).page(event)) ?? '/alerts';
}

/** What an extension says about one of its kinds; null when it fails to: a list must not break because of it. */
export function attempt(describe: () => string): string | null {
  try {
    return describe();
  } catch {
    return null;
  }
}
