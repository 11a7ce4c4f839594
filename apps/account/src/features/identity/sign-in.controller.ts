import {
  beginPasskeySignIn,
  beginPasskeyStepUp,
  completeSecondFactor,
  endSession,
  type KeyArea,
  type SignedIn,
  signInWithLink,
  signInWithPasskey,
  signInWithPassword,
  stepUpWithPasskey,
  stepUpWithPassword,
  type OwnSession,
  type Visitor,
} from '@brickmarket/operations/identity';
import type { LiveSession } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor, Public } from '../../area/signed-in.guard.ts';
import { clearSessionCookie, setSessionCookie, setSignInCookies } from '../../http/cookies.ts';
import { NoContent, Ok } from '../../http/declared-answers.ts';
import { TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { SessionState, SessionStates, SignInResult } from './session-state.ts';

const EMAIL_LENGTH = 320;
const PASSWORD_LENGTH = 1_000;
const TOKEN_LENGTH = 200;
const CODE_LENGTH = 40;

class PasswordSignInBody {
  @is.Text() @TextField(EMAIL_LENGTH, 'your e-mail address') email!: string;
  @is.Text() @TextField(PASSWORD_LENGTH, 'your password') password!: string;
}

class SecondFactorBody {
  @is.Text() @TextField(TOKEN_LENGTH, 'the token of this sign-in') challengeToken!: string;
  @is.Text() @TextField(CODE_LENGTH, 'the code') code!: string;
}

export class LinkBody {
  @is.Text() @TextField(TOKEN_LENGTH, 'the token of the link') token!: string;
}

export class PasskeyBody {
  @is.Text() @TextField(TOKEN_LENGTH, 'the token of the request') challengeToken!: string;
  @is.BrowserObject() @IsObject({ message: 'Send the answer of the browser.' }) response!: object;
}

class StepUpBody {
  @is.Text() @TextField(PASSWORD_LENGTH, 'your password') password!: string;
  @is.OptionalText() @TextField(CODE_LENGTH, 'the code') code?: string;
}

export class PasskeyOptions {
  @is.Text() challengeToken!: string;
  @is.BrowserObject() options!: object;
}

@ApiTags('Sign-in')
@Controller('account/api')
export class SignInController {
  constructor(
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly states: SessionStates,
  ) {}

  @Get('session')
  @Public()
  @Ok(SessionState)
  getSession(@CurrentSession() session: LiveSession | null): Promise<SessionState> {
    return this.states.of(session);
  }

  @Post('sign-in/password')
  @Public()
  @Ok(SignInResult)
  async signInWithPassword(
    @Body() body: PasswordSignInBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    const step = await signInWithPassword(this.area, body, visitor);
    if (step.status === 'signed-in') await this.begin(step.signedIn, before, reply);
    return this.states.step(step);
  }

  @Post('sign-in/second-factor')
  @Public()
  @Ok(SignInResult)
  async completeSecondFactor(
    @Body() { challengeToken, code }: SecondFactorBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await completeSecondFactor(this.area, { challengeToken, code }, visitor), before, reply);
  }

  @Post('sign-in/passkey/options')
  @Public()
  @Ok(PasskeyOptions)
  beginPasskeySignIn(@CurrentVisitor() visitor: Visitor): Promise<PasskeyOptions> {
    return beginPasskeySignIn(this.area, visitor);
  }

  @Post('sign-in/passkey')
  @Public()
  @Ok(SignInResult)
  async signInWithPasskey(
    @Body() { challengeToken, response }: PasskeyBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await signInWithPasskey(this.area, { challengeToken, response }, visitor), before, reply);
  }

  @Post('sign-in/link')
  @Public()
  @Ok(SignInResult)
  async signInWithLink(
    @Body() { token }: LinkBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await signInWithLink(this.area, token, visitor), before, reply);
  }

  @Post('sign-out')
  @NoContent()
  @Public()
  async signOut(
    @CurrentSession() session: OwnSession | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (session !== null) await endSession(this.area, session, session.id);
    clearSessionCookie(reply);
    reply.header('clear-site-data', '"cache"');
  }

  @Post('step-up/password')
  @Ok(SessionState)
  async stepUpWithPassword(
    @Body() body: StepUpBody,
    @CurrentSession() session: OwnSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await stepUpWithPassword(this.area, session, body));
    return this.states.verified(session);
  }

  @Post('step-up/passkey/options')
  @Ok(PasskeyOptions)
  beginPasskeyStepUp(@CurrentSession() session: LiveSession): Promise<PasskeyOptions> {
    return beginPasskeyStepUp(this.area, session);
  }

  @Post('step-up/passkey')
  @Ok(SessionState)
  async stepUpWithPasskey(
    @Body() { challengeToken, response }: PasskeyBody,
    @CurrentSession() session: LiveSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await stepUpWithPasskey(this.area, session, { challengeToken, response }));
    return this.states.verified(session);
  }

  /** Ends the browser's earlier session, whose secret may be known. */
  private async begin(signedIn: SignedIn, before: LiveSession | null, reply: FastifyReply): Promise<SignInResult> {
    if (before !== null) await this.area.stores.sessions.end(before.accountId, before.id);
    setSignInCookies(reply, signedIn);
    return this.states.signedIn(signedIn);
  }
}
