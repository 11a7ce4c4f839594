import { PLANS } from '@brickmarket/domain';
import { freshUntil } from '@brickmarket/identity';
import type { KeyArea, SignedIn, SignInStep } from '@brickmarket/operations/identity';
import { type Identity, PLANS_WITH_API, type SessionRecord } from '@brickmarket/persistence-ports';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
} from '../../openapi/properties.ts';

export class AccountView {
  @Text() email!: string;
  @OneOf(...PLANS) plan!: string;
  @Flag() includes_api!: boolean;
  @Moment() created_at!: string;
  @Flag() has_password!: boolean;
  @Flag() has_totp!: boolean;
  @Whole() recovery_codes_left!: number;
  @Whole() passkey_count!: number;
}

export class CurrentSessionView {
  @Whole() id!: number;
  @Moment() created_at!: string;
  @Moment() expires_at!: string;
  @MomentOrNull() fresh_until!: string | null;
}

/** A page that an extension adds to the menu. */
export class ExtensionPageView {
  @Text() name!: string;
  @Text() title!: string;
}

/** Who is signed in, and what this installation offers. */
export class SessionState {
  @Flag() signed_in!: boolean;
  @OneOf('open', 'invited', 'off') sign_up!: string;
  @Flag() mail!: boolean;
  @TextOrNull() operator_contact!: string | null;
  @Text() api_url!: string;
  @Text() docs_url!: string;
  @Text() retailer_a_name!: string;
  @Text() retailer_b_name!: string;
  @PartOrNull(() => AccountView) account!: AccountView | null;
  @PartOrNull(() => CurrentSessionView) session!: CurrentSessionView | null;
  @Texts() step_up_methods!: string[];
  @Parts(() => ExtensionPageView) extension_pages!: ExtensionPageView[];
}

/** What a sign-in led to. */
export class SignInResult {
  @OneOf('signed_in', 'second_factor_required') status!: string;
  @PartOrNull(() => SessionState) state!: SessionState | null;
  @TextOrNull() challenge_token!: string | null;
  @Texts() methods!: string[];
  @MomentOrNull() expires_at!: string | null;
}

/** Presents sessions. */
@Injectable()
export class SessionStates {
  constructor(
    @Inject(ACCOUNT_CONFIG) private readonly config: AccountConfig,
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly extensions: Extensions,
  ) {}

  /** The state with a session, or without one. */
  async of(session: SessionRecord | null): Promise<SessionState> {
    const identity = session === null ? null : await this.area.stores.credentials.find(session.accountId);
    const { signUp, mail, contactEmail, apiUrl, retailerNames } = this.config;
    return {
      signed_in: identity !== null,
      sign_up: signUp,
      mail: mail !== null,
      operator_contact: contactEmail,
      api_url: apiUrl,
      docs_url: new URL('/docs', apiUrl).href,
      retailer_a_name: retailerNames.retailer_a,
      retailer_b_name: retailerNames.retailer_b,
      account: identity === null ? null : accountView(identity),
      session: identity === null ? null : this.sessionView(session!),
      step_up_methods: identity === null ? [] : stepUpMethods(identity),
      extension_pages: this.extensions.all.flatMap(({ name, page }) => (page ? [{ name, title: page.title }] : [])),
    };
  }

  /** The state after a session was verified anew. */
  verified(session: SessionRecord): Promise<SessionState> {
    return this.of({ ...session, verifiedAt: this.area.clock.now() });
  }

  async signedIn({ session }: SignedIn): Promise<SignInResult> {
    const state = await this.of(session);
    return { status: 'signed_in', state, challenge_token: null, methods: [], expires_at: null };
  }

  async step(step: SignInStep): Promise<SignInResult> {
    if (step.status === 'signed-in') return this.signedIn(step.signedIn);
    return {
      status: 'second_factor_required',
      state: null,
      challenge_token: step.challenge.token,
      methods: ['totp', 'recovery_code'],
      expires_at: step.challenge.expiresAt.toISOString(),
    };
  }

  private sessionView(session: SessionRecord): CurrentSessionView {
    const { id, createdAt, expiresAt } = session;
    const { clock, linkFreshMs } = this.area;
    return {
      id,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      fresh_until: freshUntil(session, clock.now(), linkFreshMs)?.toISOString() ?? null,
    };
  }
}

function accountView(identity: Identity): AccountView {
  return {
    email: identity.email,
    plan: identity.plan,
    includes_api: PLANS_WITH_API.includes(identity.plan),
    created_at: identity.createdAt.toISOString(),
    has_password: identity.passwordHash !== null,
    has_totp: identity.totpSecret !== null,
    recovery_codes_left: identity.recoveryCodesLeft,
    passkey_count: identity.passkeyCount,
  };
}

function stepUpMethods({ passwordHash, passkeyCount }: Identity): string[] {
  return [...(passwordHash === null ? [] : ['password']), ...(passkeyCount === 0 ? [] : ['passkey'])];
}
