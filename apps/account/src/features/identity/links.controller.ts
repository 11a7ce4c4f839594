import { PLANS } from '@brickmarket/domain';
import {
  acceptInvitation,
  confirmAddress,
  inspectLink,
  type KeyArea,
  performReset,
  requestReset,
  requestSignUp,
  restoreAddress,
  type Visitor,
} from '@brickmarket/operations/identity';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor, Public } from '../../area/signed-in.guard.ts';
import { setSignInCookies } from '../../http/cookies.ts';
import { Accepted, NoContent, Ok } from '../../http/declared-answers.ts';
import { TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { SessionStates, SignInResult } from './session-state.ts';
import { LinkBody } from './sign-in.controller.ts';

const EMAIL_LENGTH = 320;
const PASSWORD_LENGTH = 1_000;

class NewPasswordByLinkBody extends LinkBody {
  @is.Text() @TextField(PASSWORD_LENGTH, 'the new password') password!: string;
}

export class AddressBody {
  @is.Text() @TextField(EMAIL_LENGTH, 'the e-mail address') email!: string;
}

/** Does not reveal whether the address is known. */
export class SentTo {
  @is.Text() sentTo!: string;
}

class LinkView {
  @is.OneOf('sign_in', 'invitation', 'sign_up', 'reset', 'address_change', 'address_restore') purpose!: string;
  @is.Text() email!: string;
  @is.OneOfOrNull(...PLANS) plan!: string | null;
  @is.Moment() expiresAt!: Date;
}

class ConfirmedAddress {
  @is.Text() email!: string;
}

@ApiTags('Links')
@Public()
@Controller('account/api')
export class LinksController {
  constructor(
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    private readonly states: SessionStates,
  ) {}

  @Post('links/inspect')
  @Ok(LinkView)
  inspectLink(@Body() { token }: LinkBody): Promise<LinkView> {
    return inspectLink(this.area, token);
  }

  @Post('invitations/accept')
  @Ok(SignInResult)
  async acceptInvitation(
    @Body() body: NewPasswordByLinkBody,
    @CurrentSession() before: SessionRecord | null,
    @CurrentVisitor() visitor: Visitor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResult> {
    const signedIn = await acceptInvitation(this.area, body, visitor);
    if (before !== null) await this.area.stores.sessions.end(before.accountId, before.id);
    setSignInCookies(reply, signedIn);
    return this.states.signedIn(signedIn);
  }

  @Post('sign-up')
  @Accepted(SentTo)
  async signUp(@Body() { email }: AddressBody, @CurrentVisitor() visitor: Visitor): Promise<SentTo> {
    return { sentTo: await requestSignUp(this.area, email, visitor) };
  }

  @Post('reset/request')
  @Accepted(SentTo)
  async requestReset(@Body() { email }: AddressBody, @CurrentVisitor() visitor: Visitor): Promise<SentTo> {
    return { sentTo: await requestReset(this.area, email, visitor) };
  }

  @Post('reset/perform')
  @NoContent()
  async performReset(@Body() body: NewPasswordByLinkBody, @CurrentVisitor() visitor: Visitor): Promise<void> {
    await performReset(this.area, body, visitor);
  }

  @Post('address/confirm')
  @Ok(ConfirmedAddress)
  async confirmAddress(@Body() { token }: LinkBody, @CurrentVisitor() visitor: Visitor): Promise<ConfirmedAddress> {
    return { email: await confirmAddress(this.area, token, visitor) };
  }

  @Post('address/restore')
  @Ok(ConfirmedAddress)
  async restoreAddress(
    @Body() body: NewPasswordByLinkBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ConfirmedAddress> {
    return { email: await restoreAddress(this.area, body, visitor) };
  }
}
