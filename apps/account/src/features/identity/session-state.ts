import { DEMO_NOTICE, PLANS } from '@brickmarket/domain';
import { freshUntil } from '@brickmarket/identity';
import type { KeyArea, SignedIn, SignInStep } from '@brickmarket/operations/identity';
import { DemoRecord, type Identity, PLANS_WITH_API, type SessionRecord } from '@brickmarket/persistence-ports';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  Part,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
} from '../../http/properties.ts';

export class AccountView {
  @Text() email!: string;
  @OneOf(...PLANS) plan!: string;
  @Flag() includesApi!: boolean;
  @Moment() createdAt!: Date;
  @Flag() hasPassword!: boolean;
  @Flag() hasTotp!: boolean;
  @Whole() recoveryCodesLeft!: number;
  @Whole() passkeyCount!: number;
}

export class CurrentSessionView {
  @Whole() id!: number;
  @Moment() createdAt!: Date;
  @Moment() expiresAt!: Date;
  @MomentOrNull() freshUntil!: Date | null;
}

export class ExtensionPageView {
  @Text() name!: string;
  @Text() title!: string;
}

class RetailerNames {
  @Text() retailer_a!: string;
  @Text() retailer_b!: string;
}

export class SessionState {
  @Flag() signedIn!: boolean;
  @OneOf('open', 'invited', 'off') signUp!: string;
  @Flag() mail!: boolean;
  @TextOrNull() operatorContact!: string | null;
  @Text() apiUrl!: string;
  @Text() docsUrl!: string;
  @Part(() => RetailerNames) retailerNames!: RetailerNames;
  @PartOrNull(() => AccountView) account!: AccountView | null;
  @PartOrNull(() => CurrentSessionView) session!: CurrentSessionView | null;
  @Texts() stepUpMethods!: readonly string[];
  @TextOrNull() demoNotice!: string | null;
  @Parts(() => ExtensionPageView) extensionPages!: readonly ExtensionPageView[];
}

export class SignInResult {
  @OneOf('signed_in', 'second_factor_required') status!: string;
  @PartOrNull(() => SessionState) state!: SessionState | null;
  @TextOrNull() challengeToken!: string | null;
  @Texts() methods!: readonly string[];
  @MomentOrNull() expiresAt!: Date | null;
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
    const { signUp, mail, contactEmail, apiUrl, retailerNames } = this.config;
    return {
      signedIn: identity !== null,
      signUp,
      mail: mail !== null,
      operatorContact: contactEmail,
      apiUrl,
      docsUrl: new URL('/docs', apiUrl).href,
      retailerNames,
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
