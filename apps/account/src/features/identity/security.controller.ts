import {
  addPasskey,
  beginPasskey,
  beginTotp,
  choosePassword,
  confirmTotp,
  endOtherSessions,
  endSession,
  type KeyArea,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  requestAddressChange,
  type Visitor,
} from '@brickmarket/operations/identity';
import type { LiveSession, Passkey, SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { clearSessionCookie, setSessionCookie } from '../../http/cookies.ts';
import { NameField, RecordIdPipe, TextField } from '../../http/input.ts';
import { Flag, Moment, MomentOrNull, OneOf, Parts, Text, Texts, Whole } from '../../openapi/properties.ts';
import { AddressBody, SentTo } from './links.controller.ts';
import { SessionState, SessionStates } from './session-state.ts';
import { PasskeyBody, PasskeyOptions, passkeyOptions } from './sign-in.controller.ts';

class SessionView {
  @Whole() id!: number;
  @Flag() is_current!: boolean;
  @OneOf('password', 'password_and_code', 'passkey', 'link', 'invitation') method!: string;
  @Text() device!: string;
  @Text() address!: string;
  @Moment() created_at!: string;
  @Moment() last_used_at!: string;
  @Moment() expires_at!: string;
}

class SessionList {
  @Parts(() => SessionView) sessions!: SessionView[];
}

class EndedSessions {
  @Whole() ended!: number;
}

class PasswordBody {
  @Text() @TextField(1_000, 'the new password') password!: string;
}

class TotpSetupView {
  @Text() secret!: string;
  @Text() otpauth_uri!: string;
  @Text() qr_svg!: string;
}

class CodeBody {
  @Text() @TextField(40, 'the code') code!: string;
}

class RecoveryCodes {
  @Texts() recovery_codes!: string[];
}

class PasskeyView {
  @Whole() id!: number;
  @Text() name!: string;
  @Moment() created_at!: string;
  @MomentOrNull() last_used_at!: string | null;
  @Flag() is_synced!: boolean;
}

class PasskeyList {
  @Parts(() => PasskeyView) passkeys!: PasskeyView[];
}

class NewPasskeyBody extends PasskeyBody {
  @Text() @NameField(400, 'a name for the passkey') name!: string;
}

@ApiTags('Security')
@Controller('account/api')
export class SecurityController {
  constructor(
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly states: SessionStates,
  ) {}

  @Get('sessions')
  @ApiOkResponse({ type: SessionList })
  async listSessions(@CurrentSession() current: LiveSession): Promise<SessionList> {
    const sessions = await this.area.stores.sessions.list(current.accountId);
    return { sessions: sessions.map((session) => sessionView(session, session.id === current.id)) };
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  async endSession(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSession(this.area, session, id, visitor);
    if (id === session.id) clearSessionCookie(reply);
  }

  @Post('sessions/end-others')
  @HttpCode(200)
  @ApiOkResponse({ type: EndedSessions })
  async endOtherSessions(
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<EndedSessions> {
    return { ended: await endOtherSessions(this.area, session, visitor) };
  }

  @Post('password')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionState })
  async choosePassword(
    @Body() { password }: PasswordBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await choosePassword(this.area, session, password, visitor));
    return this.states.verified(session);
  }

  @Post('address')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTo })
  async requestAddressChange(
    @Body() { email }: AddressBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<SentTo> {
    return { sent_to: await requestAddressChange(this.area, session, email, visitor) };
  }

  @Post('totp/begin')
  @HttpCode(200)
  @ApiOkResponse({ type: TotpSetupView })
  async beginTotp(@CurrentSession() session: LiveSession): Promise<TotpSetupView> {
    const { secret, uri } = await beginTotp(this.area, session);
    const svg = Buffer.from(renderSVG(uri)).toString('base64');
    return { secret, otpauth_uri: uri, qr_svg: `data:image/svg+xml;base64,${svg}` };
  }

  @Post('totp/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodes })
  async confirmTotp(
    @Body() { code }: CodeBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: [...(await confirmTotp(this.area, session, code, visitor))] };
  }

  @Post('totp/remove')
  @HttpCode(204)
  @ApiNoContentResponse()
  async removeTotp(@CurrentSession() session: LiveSession, @CurrentVisitor() visitor: Visitor): Promise<void> {
    await removeTotp(this.area, session, visitor);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodes })
  async makeRecoveryCodes(
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: [...(await makeRecoveryCodes(this.area, session, visitor))] };
  }

  @Get('passkeys')
  @ApiOkResponse({ type: PasskeyList })
  async listPasskeys(@CurrentSession() session: LiveSession): Promise<PasskeyList> {
    return { passkeys: (await this.area.stores.passkeys.list(session.accountId)).map(passkeyView) };
  }

  @Post('passkeys/options')
  @HttpCode(200)
  @ApiOkResponse({ type: PasskeyOptions })
  async beginPasskey(@CurrentSession() session: LiveSession): Promise<PasskeyOptions> {
    return passkeyOptions(await beginPasskey(this.area, session));
  }

  @Post('passkeys')
  @ApiCreatedResponse({ type: PasskeyView })
  async addPasskey(
    @Body() { challenge_token: challengeToken, response, name }: NewPasskeyBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<PasskeyView> {
    return passkeyView(await addPasskey(this.area, session, { challengeToken, response, name }, visitor));
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  async removePasskey(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<void> {
    await removePasskey(this.area, session, id, visitor);
  }
}

function sessionView(session: SessionRecord, isCurrent: boolean): SessionView {
  return {
    id: session.id,
    is_current: isCurrent,
    method: session.method,
    device: session.device,
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

function passkeyView(passkey: Passkey): PasskeyView {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    is_synced: passkey.isSynced,
  };
}
