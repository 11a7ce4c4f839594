import { DEMO_NOTICE, PLANS } from '@brickmarket/domain';
import { freshUntil } from '@brickmarket/identity';
import type { KeyArea, SignedIn, SignInStep } from '@brickmarket/operations/identity';
import { DemoRecord, type Identity, PLANS_WITH_API, type SessionRecord } from '@brickmarket/persistence-ports';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import * as is from '../../http/properties.ts';

export class AccountView {
  @is.Text() email!: string;
  @is.OneOf(...PLANS) plan!: string;
  @is.Flag() includesApi!: boolean;
  @is.Moment() createdAt!: Date;
  @is.Flag() hasPassword!: boolean;
  @is.Flag() hasTotp!: boolean;
  @is.Whole() recoveryCodesLeft!: number;
  @is.Whole() passkeyCount!: number;
}

export class CurrentSessionView {
  @is.Whole() id!: number;
  @is.Moment() createdAt!: Date;
  @is.Moment() expiresAt!: Date;
  @is.MomentOrNull() freshUntil!: Date | null;
}

export class ExtensionPageView {
  @is.Text() name!: string;
  @is.Text() title!: string;
}

class RetailerNames {
  @is.Text() retailer_a!: string;
  @is.Text() retailer_b!: string;
}

export class SessionState {
  @is.Flag() signedIn!: boolean;
  @is.OneOf('open', 'invited', 'off') signUp!: string;
  @is.Flag() mail!: boolean;
  @is.TextOrNull() operatorContact!: string | null;
  @is.Text() apiUrl!: string;
  @is.Text() docsUrl!: string;
  @is.Part(() => RetailerNames) retailerNames!: RetailerNames;
  @is.Flag() hasSetPictures!: boolean;
  @is.PartOrNull(() => AccountView) account!: AccountView | null;
  @is.PartOrNull(() => CurrentSessionView) session!: CurrentSessionView | null;
  @is.Texts() stepUpMethods!: readonly string[];
  @is.TextOrNull() demoNotice!: string | null;
  @is.Parts(() => ExtensionPageView) extensionPages!: readonly ExtensionPageView[];
}

export class SignInResult {
  @is.OneOf('signed_in', 'second_factor_required') status!: string;
  @is.PartOrNull(() => SessionState) state!: SessionState | null;
  @is.TextOrNull() challengeToken!: string | null;
  @is.Texts() methods!: readonly string[];
  @is.MomentOrNull() expiresAt!: Date | null;
}

@Injectable()
export class SessionStates {
  constructor(
    @Inject(ACCOUNT_CONFIG) private readonly config: AccountConfig,
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly extensions: Extensions,
    private readonly demo: DemoRecord,
  ) {}

  async of(session: SessionRecord | null): Promise<SessionState> {
    const identity = session === null ? null : await this.area.stores.credentials.find(session.accountId);
    const { signUp, mail, contactEmail, apiUrl, retailerNames, setPictures } = this.config;
    return {
      signedIn: identity !== null,
      signUp,
      mail: mail !== null,
      operatorContact: contactEmail,
      apiUrl,
      docsUrl: new URL('/docs', apiUrl).href,
      retailerNames,
      hasSetPictures: setPictures !== 'off',
      account: identity && accountView(identity),
      session: identity && this.sessionView(session!),
      stepUpMethods: identity === null ? [] : stepUpMethods(identity),
      demoNotice: (await this.demo.find()) === null ? null : DEMO_NOTICE,
      extensionPages: this.extensions.all.flatMap(({ name, page }) => (page ? [{ name, title: page.title }] : [])),
    };
  }

  verified(session: SessionRecord): Promise<SessionState> {
    return this.of({ ...session, verifiedAt: this.area.clock.now() });
  }

  async signedIn({ session }: SignedIn): Promise<SignInResult> {
    const state = await this.of(session);
    return { status: 'signed_in', state, challengeToken: null, methods: [], expiresAt: null };
  }

  async step(step: SignInStep): Promise<SignInResult> {
    if (step.status === 'signed-in') return this.signedIn(step.signedIn);
    return {
      status: 'second_factor_required',
      state: null,
      challengeToken: step.challenge.token,
      methods: ['totp', 'recovery_code'],
      expiresAt: step.challenge.expiresAt,
    };
  }

  private sessionView(session: SessionRecord): CurrentSessionView {
    const { clock, linkFreshMs } = this.area;
    return { ...session, freshUntil: freshUntil(session, clock.now(), linkFreshMs) };
  }
}

function accountView(identity: Identity): AccountView {
  const { email, plan, createdAt, recoveryCodesLeft, passkeyCount } = identity;
  return {
    ...{ email, plan, createdAt, recoveryCodesLeft, passkeyCount },
    includesApi: PLANS_WITH_API.includes(identity.plan),
    hasPassword: identity.passwordHash !== null,
    hasTotp: identity.totpSecret !== null,
  };
}

function stepUpMethods({ passwordHash, passkeyCount }: Identity): string[] {
  return [...(passwordHash === null ? [] : ['password']), ...(passkeyCount === 0 ? [] : ['passkey'])];
}
