import type { EventKind, JsonSchema, RecordedEvent } from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';

/** Webhook body. A contract with receivers: fields are only added. */
export interface WebhookPayload {
  /** Event type. */
  readonly type: string;
  /** ISO-8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Throws for an unknown event type or a missing fact. */
export function webhookPayload(kinds: EventKinds, event: RecordedEvent): WebhookPayload {
  const data = Object.entries(kinds.get(event.kind).data).map(([name, field]) => {
    const value = field.value(event);
    if (value === undefined) throw new TypeError(`an event ${event.kind} lacks what ${name} is made of`);
    return [name, value] as const;
  });
  return { type: event.kind, timestamp: event.occurredAt.toISOString(), data: Object.fromEntries(data) };
}

/** As exact as the schemas of API responses. */
export function webhookSchema({ name, data }: EventKind): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', const: name, description: 'Event type' },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'When the event happened',
        examples: ['2026-11-15T12:00:00.000Z'],
      },
      data: {
        type: 'object',
        description: 'Details of the event',
        additionalProperties: false,
        required: Object.keys(data),
        properties: Object.fromEntries(Object.entries(data).map(([field, { schema }]) => [field, schema])),
      },
    },
  };
}

/** One sentence. Unknown or failing types give only name and subject, so one event cannot break a list. */
export function describeEvent(kinds: EventKinds, event: RecordedEvent): string {
  return (
    attempt(() => kinds.get(event.kind).sentence(event, kinds.retailerNames)) ?? `${event.kind} of ${event.subject}`
  );
}

/** Page of the account area; the inbox if the type names none. */
export function pageOfEvent(kinds: EventKinds, event: RecordedEvent): string {
  return attempt(() => kinds.get(event.kind).page(event)) ?? '/alerts';
}

/** Null if an extension's callback throws: it must not break a list. */
export function attempt(describe: () => string): string | null {
  try {
    return describe();
  } catch {
    return null;
  }
}
