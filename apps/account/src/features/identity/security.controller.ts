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
  type OwnSession,
} from '@brickmarket/operations/identity';
import type { LiveSession } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { clearSessionCookie, setSessionCookie } from '../../http/cookies.ts';
import { Accepted, Created, NoContent, Ok } from '../../http/declared-answers.ts';
import { NameField, RecordId, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { AddressBody, SentTo } from './links.controller.ts';
import { SessionState, SessionStates } from './session-state.ts';
import { PasskeyBody, PasskeyOptions } from './sign-in.controller.ts';

class SessionView {
  @is.Whole() id!: number;
  @is.Flag() isCurrent!: boolean;
  @is.OneOf('password', 'password_and_code', 'passkey', 'link', 'invitation') method!: string;
  @is.Text() device!: string;
  @is.Text() address!: string;
  @is.Moment() createdAt!: Date;
  @is.Moment() lastUsedAt!: Date;
  @is.Moment() expiresAt!: Date;
}

class SessionList {
  @is.Parts(() => SessionView) sessions!: readonly SessionView[];
}

class EndedSessions {
  @is.Whole() ended!: number;
}

class PasswordBody {
  @is.Text() @TextField(1_000, 'the new password') password!: string;
}

class TotpSetupView {
  @is.Text() secret!: string;
  @is.Text() otpauthUri!: string;
  @is.Text() qrSvg!: string;
}

class CodeBody {
  @is.Text() @TextField(40, 'the code') code!: string;
}

class RecoveryCodes {
  @is.Texts() recoveryCodes!: readonly string[];
}

class PasskeyView {
  @is.Whole() id!: number;
  @is.Text() name!: string;
  @is.Moment() createdAt!: Date;
  @is.MomentOrNull() lastUsedAt!: Date | null;
  @is.Flag() isSynced!: boolean;
}

class PasskeyList {
  @is.Parts(() => PasskeyView) passkeys!: readonly PasskeyView[];
}

class NewPasskeyBody extends PasskeyBody {
  @is.Text() @NameField(400, 'a name for the passkey') name!: string;
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
    @CurrentSession() session: OwnSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSession(this.area, session, id);
    if (id === session.id) clearSessionCookie(reply);
  }

  @Post('sessions/end-others')
  @Ok(EndedSessions)
  async endOtherSessions(@CurrentSession() session: OwnSession): Promise<EndedSessions> {
    return { ended: await endOtherSessions(this.area, session) };
  }

  @Post('password')
  @Ok(SessionState)
  async choosePassword(
    @Body() { password }: PasswordBody,
    @CurrentSession() session: OwnSession,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionState> {
    setSessionCookie(reply, await choosePassword(this.area, session, password));
    return this.states.verified(session);
  }

  @Post('address')
  @Accepted(SentTo)
  async requestAddressChange(@Body() { email }: AddressBody, @CurrentSession() session: OwnSession): Promise<SentTo> {
    return { sentTo: await requestAddressChange(this.area, session, email) };
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
  async confirmTotp(@Body() { code }: CodeBody, @CurrentSession() session: OwnSession): Promise<RecoveryCodes> {
    return { recoveryCodes: await confirmTotp(this.area, session, code) };
  }

  @Post('totp/remove')
  @NoContent()
  async removeTotp(@CurrentSession() session: OwnSession): Promise<void> {
    await removeTotp(this.area, session);
  }

  @Post('recovery-codes')
  @Ok(RecoveryCodes)
  async makeRecoveryCodes(@CurrentSession() session: OwnSession): Promise<RecoveryCodes> {
    return { recoveryCodes: await makeRecoveryCodes(this.area, session) };
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
    @CurrentSession() session: OwnSession,
  ): Promise<PasskeyView> {
    return addPasskey(this.area, session, { challengeToken, response, name });
  }

  @Delete('passkeys/:id')
  @NoContent()
  async removePasskey(@RecordId() id: number, @CurrentSession() session: OwnSession): Promise<void> {
    await removePasskey(this.area, session, id);
  }
}
