import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PICTURE_TYPES, SetPictures } from './set-pictures.ts';

@ApiTags('Sets')
@Controller('account/api/sets')
export class SetPicturesController {
  constructor(private readonly pictures: SetPictures) {}

  /** 204 instead of 404: browsers report a 404 of a picture as a fault of the page. */
  @Get(':number/picture')
  @ApiParam({ name: 'number' })
  @ApiProduces(...PICTURE_TYPES)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNoContentResponse()
  async getPicture(@Param('number') number: string, @Res() reply: FastifyReply): Promise<void> {
    const { type, bytes } = await this.pictures.find(number);
    if (type === '') return reply.status(204).header('cache-control', 'private, max-age=60').send();
    await reply.type(type).header('cache-control', 'private, max-age=86400').send(bytes);
  }
}
