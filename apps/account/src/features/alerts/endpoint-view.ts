import { PAUSED, type WebhookEndpoint } from '@brickmarket/persistence-ports';
import { Moment, MomentOrNull, OneOf, Text, TextOrNull, Whole } from '../../openapi/properties.ts';

const ENDPOINT_STATES = ['unverified', 'on', 'failing', 'paused', 'off'] as const;

export class EndpointView {
  @Whole() id!: number;
  @Text() url!: string;
  @Text() description!: string;
  /** `unverified`: it has not answered a test yet, and gets nothing but tests. */
  @OneOf(...ENDPOINT_STATES) state!: (typeof ENDPOINT_STATES)[number];
  /** For receivers that verify `v1a` signatures. */
  @Text() public_key!: string;
  @Moment() created_at!: string;
  /** When it first answered a signed test with 2xx. */
  @MomentOrNull() verified_at!: string | null;
  /** Until when the secret before the last rotation signs as well. */
  @MomentOrNull() previous_secret_until!: string | null;
  @MomentOrNull() failing_since!: string | null;
  @MomentOrNull() disabled_at!: string | null;
  @TextOrNull() disabled_reason!: string | null;
}

export function endpointView(endpoint: WebhookEndpoint): EndpointView {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    state: stateOf(endpoint),
    public_key: endpoint.publicKey,
    created_at: endpoint.createdAt.toISOString(),
    verified_at: endpoint.verifiedAt?.toISOString() ?? null,
    previous_secret_until: endpoint.previousUntil?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
  };
}

function stateOf({ disabledAt, disabledReason, failingSince, verifiedAt }: WebhookEndpoint): EndpointView['state'] {
  if (disabledAt !== null) return disabledReason === PAUSED ? 'paused' : 'off';
  if (verifiedAt === null) return 'unverified';
  return failingSince === null ? 'on' : 'failing';
}
