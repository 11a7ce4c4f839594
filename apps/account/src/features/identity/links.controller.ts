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
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor, Public } from '../../area/signed-in.guard.ts';
import { setSignInCookies } from '../../http/cookies.ts';
import { TextField } from '../../http/input.ts';
import { Moment, OneOf, Text } from '../../openapi/properties.ts';
import { SessionStates, SignInResult } from './session-state.ts';
import { LinkBody } from './sign-in.controller.ts';

const EMAIL_LENGTH = 320;
const PASSWORD_LENGTH = 1_000;

class NewPasswordByLinkBody extends LinkBody {
  @Text() @TextField(PASSWORD_LENGTH, 'the new password') password!: string;
}

export class AddressBody {
  @Text() @TextField(EMAIL_LENGTH, 'the e-mail address') email!: string;
}

/** Where a mail is going. It says nothing about whether the address is known. */
export class SentTo {
  @Text() sent_to!: string;
}

class LinkView {
  @OneOf('sign_in', 'invitation', 'sign_up', 'reset', 'address_change', 'address_restore') purpose!: string;
  @Text() email!: string;
  @ApiProperty({ type: String, enum: [...PLANS], nullable: true }) plan!: string | null;
  @Moment() expires_at!: string;
}

class ConfirmedAddress {
  @Text() email!: string;
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
  @HttpCode(200)
  @ApiOkResponse({ type: LinkView })
  async inspectLink(@Body() { token }: LinkBody): Promise<LinkView> {
    const { purpose, email, plan, expiresAt } = await inspectLink(this.area, token);
    return { purpose, email, plan, expires_at: expiresAt.toISOString() };
  }

  @Post('invitations/accept')
  @HttpCode(200)
  @ApiOkResponse({ type: SignInResult })
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
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTo })
  async signUp(@Body() { email }: AddressBody, @CurrentVisitor() visitor: Visitor): Promise<SentTo> {
    return { sent_to: await requestSignUp(this.area, email, visitor) };
  }

  @Post('reset/request')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SentTo })
  async requestReset(@Body() { email }: AddressBody, @CurrentVisitor() visitor: Visitor): Promise<SentTo> {
    return { sent_to: await requestReset(this.area, email, visitor) };
  }

  @Post('reset/perform')
  @HttpCode(204)
  @ApiNoContentResponse()
  async performReset(@Body() body: NewPasswordByLinkBody, @CurrentVisitor() visitor: Visitor): Promise<void> {
    await performReset(this.area, body, visitor);
  }

  @Post('address/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: ConfirmedAddress })
  async confirmAddress(@Body() { token }: LinkBody, @CurrentVisitor() visitor: Visitor): Promise<ConfirmedAddress> {
    return { email: await confirmAddress(this.area, token, visitor) };
  }

  @Post('address/restore')
  @HttpCode(200)
  @ApiOkResponse({ type: ConfirmedAddress })
  async restoreAddress(
    @Body() body: NewPasswordByLinkBody,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ConfirmedAddress> {
    return { email: await restoreAddress(this.area, body, visitor) };
  }
}
