import { PAUSED, type WebhookEndpoint } from '@brickmarket/persistence-ports';
import * as is from '../../http/properties.ts';

const ENDPOINT_STATES = ['unverified', 'on', 'failing', 'paused', 'off'] as const;

export class EndpointView {
  @is.Whole() id!: number;
  @is.Text() url!: string;
  @is.Text() description!: string;
  /** `unverified` gets tests only. */
  @is.OneOf(...ENDPOINT_STATES) state!: (typeof ENDPOINT_STATES)[number];
  /** For `v1a` signatures. */
  @is.Text() publicKey!: string;
  @is.Moment() createdAt!: Date;
  /** First 2xx response to a signed test. */
  @is.MomentOrNull() verifiedAt!: Date | null;
  /** Until when the earlier secret also signs. */
  @is.MomentOrNull() previousUntil!: Date | null;
  @is.MomentOrNull() failingSince!: Date | null;
  @is.MomentOrNull() disabledAt!: Date | null;
  @is.TextOrNull() disabledReason!: string | null;
}

export function endpointView(endpoint: WebhookEndpoint): EndpointView {
  return { ...endpoint, state: stateOf(endpoint) };
}

function stateOf({ disabledAt, disabledReason, failingSince, verifiedAt }: WebhookEndpoint): EndpointView['state'] {
  if (disabledAt !== null) return disabledReason === PAUSED ? 'paused' : 'off';
  if (verifiedAt === null) return 'unverified';
  return failingSince === null ? 'on' : 'failing';
}
