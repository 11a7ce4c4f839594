import { PAUSED, type WebhookEndpoint } from '@brickmarket/persistence-ports';
import { Moment, MomentOrNull, OneOf, Text, TextOrNull, Whole } from '../../http/properties.ts';

const ENDPOINT_STATES = ['unverified', 'on', 'failing', 'paused', 'off'] as const;

export class EndpointView {
  @Whole() id!: number;
  @Text() url!: string;
  @Text() description!: string;
  /** `unverified` gets tests only. */
  @OneOf(...ENDPOINT_STATES) state!: (typeof ENDPOINT_STATES)[number];
  /** For `v1a` signatures. */
  @Text() publicKey!: string;
  @Moment() createdAt!: Date;
  /** First 2xx response to a signed test. */
  @MomentOrNull() verifiedAt!: Date | null;
  /** Until when the earlier secret also signs. */
  @MomentOrNull() previousUntil!: Date | null;
  @MomentOrNull() failingSince!: Date | null;
  @MomentOrNull() disabledAt!: Date | null;
  @TextOrNull() disabledReason!: string | null;
}

export function endpointView(endpoint: WebhookEndpoint): EndpointView {
  return { ...endpoint, state: stateOf(endpoint) };
}

function stateOf({ disabledAt, disabledReason, failingSince, verifiedAt }: WebhookEndpoint): EndpointView['state'] {
  if (disabledAt !== null) return disabledReason === PAUSED ? 'paused' : 'off';
  if (verifiedAt === null) return 'unverified';
  return failingSince === null ? 'on' : 'failing';
}
