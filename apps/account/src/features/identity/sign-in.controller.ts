import {
  beginPasskeySignIn,
  beginPasskeyStepUp,
  completeSecondFactor,
  endSession,
  type KeyArea,
  type PasskeyChallenge,
  signInWithLink,
  signInWithPasskey,
  signInWithPassword,
  type SignedIn,
  stepUpWithPasskey,
  stepUpWithPassword,
  type Visitor,
} from '@brickmarket/operations/identity';
import type { LiveSession } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor, Public } from '../../area/signed-in.guard.ts';
import { clearSessionCookie, setSessionCookie, setSignInCookies } from '../../http/cookies.ts';
import { TextField } from '../../http/input.ts';
import { BrowserObject, OptionalText, Text } from '../../openapi/properties.ts';
import { SessionState, SessionStates, SignInResult } from './session-state.ts';

const EMAIL_LENGTH = 320;
const PASSWORD_LENGTH = 1_000;
const TOKEN_LENGTH = 200;
const CODE_LENGTH = 40;

class PasswordSignInBody {
  @Text() @TextField(EMAIL_LENGTH, 'your e-mail address') email!: string;
  @Text() @TextField(PASSWORD_LENGTH, 'your password') password!: string;
}

class SecondFactorBody {
  @Text() @TextField(TOKEN_LENGTH, 'the token of this sign-in') challenge_token!: string;
  @Text() @TextField(CODE_LENGTH, 'the code') code!: string;
}

export class LinkBody {
  @Text() @TextField(TOKEN_LENGTH, 'the token of the link') token!: string;
}

export class PasskeyBody {
  @Text() @TextField(TOKEN_LENGTH, 'the token of the request') challenge_token!: string;
  @BrowserObject() @IsObject({ message: 'Send the answer of the browser.' }) response!: object;
}

class StepUpBody {
  @Text() @TextField(PASSWORD_LENGTH, 'your password') password!: string;
  @OptionalText() @TextField(CODE_LENGTH, 'the code') code?: string;
}

/** What the browser's passkey function is called with. */
export class PasskeyOptions {
  @Text() challenge_token!: string;
  @BrowserObject() options!: object;
}

export function passkeyOptions({ challengeToken, options }: PasskeyChallenge): PasskeyOptions {
  return { challenge_token: challengeToken, options };
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
  @ApiOkResponse({ type: SessionState })
  getSession(@CurrentSession() session: LiveSession | null): Promise<SessionState> {
    return this.states.of(session);
  }

  @Post('sign-in/password')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SignInResult })
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
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SignInResult })
  async completeSecondFactor(
    @Body() { challenge_token: challengeToken, code }: SecondFactorBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await completeSecondFactor(this.area, { challengeToken, code }, visitor), before, reply);
  }

  @Post('sign-in/passkey/options')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: PasskeyOptions })
  async beginPasskeySignIn(@CurrentVisitor() visitor: Visitor): Promise<PasskeyOptions> {
    return passkeyOptions(await beginPasskeySignIn(this.area, visitor));
  }

  @Post('sign-in/passkey')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SignInResult })
  async signInWithPasskey(
    @Body() { challenge_token: challengeToken, response }: PasskeyBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await signInWithPasskey(this.area, { challengeToken, response }, visitor), before, reply);
  }

  @Post('sign-in/link')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SignInResult })
  async signInWithLink(
    @Body() { token }: LinkBody,
    @CurrentSession() before: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    return this.begin(await signInWithLink(this.area, token, visitor), before, reply);
  }

  @Post('sign-out')
  @HttpCode(204)
  @Public()
  @ApiNoContentResponse()
  async signOut(
    @CurrentSession() session: LiveSession | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (session !== null) await endSession(this.area, session, session.id, visitor);
    clearSessionCookie(reply);
    reply.header('clear-site-data', '"cache"');
  }

  @Post('step-up/password')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionState })
  async stepUpWithPassword(
    @Body() body: StepUpBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await stepUpWithPassword(this.area, session, body, visitor));
    return this.states.verified(session);
  }

  @Post('step-up/passkey/options')
  @HttpCode(200)
  @ApiOkResponse({ type: PasskeyOptions })
  async beginPasskeyStepUp(@CurrentSession() session: LiveSession): Promise<PasskeyOptions> {
    return passkeyOptions(await beginPasskeyStepUp(this.area, session));
  }

  @Post('step-up/passkey')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionState })
  async stepUpWithPasskey(
    @Body() { challenge_token: challengeToken, response }: PasskeyBody,
    @CurrentSession() session: LiveSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await stepUpWithPasskey(this.area, session, { challengeToken, response }));
    return this.states.verified(session);
  }

  /** The session that the browser had before ends: nobody who knows its secret comes along. */
  private async begin(signedIn: SignedIn, before: LiveSession | null, reply: FastifyReply): Promise<SignInResult> {
    if (before !== null) await this.area.stores.sessions.end(before.accountId, before.id);
    setSignInCookies(reply, signedIn);
    return this.states.signedIn(signedIn);
  }
}
