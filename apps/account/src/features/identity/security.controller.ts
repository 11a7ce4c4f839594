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
import type { LiveSession } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { clearSessionCookie, setSessionCookie } from '../../http/cookies.ts';
import { Accepted, Created, NoContent, Ok } from '../../http/declared-answers.ts';
import { NameField, RecordId, TextField } from '../../http/input.ts';
import { Flag, Moment, MomentOrNull, OneOf, Parts, Text, Texts, Whole } from '../../http/properties.ts';
import { AddressBody, SentTo } from './links.controller.ts';
import { SessionState, SessionStates } from './session-state.ts';
import { PasskeyBody, PasskeyOptions } from './sign-in.controller.ts';

class SessionView {
  @Whole() id!: number;
  @Flag() isCurrent!: boolean;
  @OneOf('password', 'password_and_code', 'passkey', 'link', 'invitation') method!: string;
  @Text() device!: string;
  @Text() address!: string;
  @Moment() createdAt!: Date;
  @Moment() lastUsedAt!: Date;
  @Moment() expiresAt!: Date;
}

class SessionList {
  @Parts(() => SessionView) sessions!: readonly SessionView[];
}

class EndedSessions {
  @Whole() ended!: number;
}

class PasswordBody {
  @Text() @TextField(1_000, 'the new password') password!: string;
}

class TotpSetupView {
  @Text() secret!: string;
  @Text() otpauthUri!: string;
  @Text() qrSvg!: string;
}

class CodeBody {
  @Text() @TextField(40, 'the code') code!: string;
}

class RecoveryCodes {
  @Texts() recoveryCodes!: readonly string[];
}

class PasskeyView {
  @Whole() id!: number;
  @Text() name!: string;
  @Moment() createdAt!: Date;
  @MomentOrNull() lastUsedAt!: Date | null;
  @Flag() isSynced!: boolean;
}

class PasskeyList {
  @Parts(() => PasskeyView) passkeys!: readonly PasskeyView[];
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
  @Ok(SessionList)
  async listSessions(@CurrentSession() current: LiveSession): Promise<SessionList> {
    const sessions = await this.area.stores.sessions.list(current.accountId);
    return { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === current.id })) };
  }

  @Delete('sessions/:id')
  @NoContent()
  async endSession(
    @RecordId() id: number,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSession(this.area, session, id, visitor);
    if (id === session.id) clearSessionCookie(reply);
  }

  @Post('sessions/end-others')
  @Ok(EndedSessions)
  async endOtherSessions(
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<EndedSessions> {
    return { ended: await endOtherSessions(this.area, session, visitor) };
  }

  @Post('password')
  @Ok(SessionState)
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
  @Accepted(SentTo)
  async requestAddressChange(
    @Body() { email }: AddressBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<SentTo> {
    return { sentTo: await requestAddressChange(this.area, session, email, visitor) };
  }

  @Post('totp/begin')
  @Ok(TotpSetupView)
  async beginTotp(@CurrentSession() session: LiveSession): Promise<TotpSetupView> {
    const { secret, uri } = await beginTotp(this.area, session);
    const svg = Buffer.from(renderSVG(uri)).toString('base64');
    return { secret, otpauthUri: uri, qrSvg: `data:image/svg+xml;base64,${svg}` };
  }

  @Post('totp/confirm')
  @Ok(RecoveryCodes)
  async confirmTotp(
    @Body() { code }: CodeBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RecoveryCodes> {
    return { recoveryCodes: await confirmTotp(this.area, session, code, visitor) };
  }

  @Post('totp/remove')
  @NoContent()
  async removeTotp(@CurrentSession() session: LiveSession, @CurrentVisitor() visitor: Visitor): Promise<void> {
    await removeTotp(this.area, session, visitor);
  }

  @Post('recovery-codes')
  @Ok(RecoveryCodes)
  async makeRecoveryCodes(
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RecoveryCodes> {
    return { recoveryCodes: await makeRecoveryCodes(this.area, session, visitor) };
  }

  @Get('passkeys')
  @Ok(PasskeyList)
  async listPasskeys(@CurrentSession() session: LiveSession): Promise<PasskeyList> {
    return { passkeys: await this.area.stores.passkeys.list(session.accountId) };
  }

  @Post('passkeys/options')
  @Ok(PasskeyOptions)
  beginPasskey(@CurrentSession() session: LiveSession): Promise<PasskeyOptions> {
    return beginPasskey(this.area, session);
  }

  @Post('passkeys')
  @Created(PasskeyView)
  addPasskey(
    @Body() { challengeToken, response, name }: NewPasskeyBody,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<PasskeyView> {
    return addPasskey(this.area, session, { challengeToken, response, name }, visitor);
  }

  @Delete('passkeys/:id')
  @NoContent()
  async removePasskey(
    @RecordId() id: number,
    @CurrentSession() session: LiveSession,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<void> {
    await removePasskey(this.area, session, id, visitor);
  }
}
