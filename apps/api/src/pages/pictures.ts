import { readFileSync } from 'node:fs';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { OutsideContract } from '../http/contract.ts';

/** Made by `test/browser/landing-pictures.full.spec.ts`. */
const SHOWN = ['overview', 'what-to-sell', 'retail'] as const;

const FOLDER = new URL('../../pictures/', import.meta.url);
const SIZE = 'width="1280" height="860"';

export function pictureOf(name: (typeof SHOWN)[number], alt: string): string {
  return (
    `<picture><source media="(prefers-color-scheme:dark)" srcset="/pictures/${name}-dark.webp" ${SIZE}>` +
    `<img src="/pictures/${name}-light.webp" ${SIZE} loading="lazy" decoding="async" alt="${alt}"></picture>`
  );
}

@ApiExcludeController()
@Controller('pictures')
export class PicturesController {
  private readonly pictures = new Map(
    SHOWN.flatMap((name) => [`${name}-light.webp`, `${name}-dark.webp`]).map((file) => [
      file,
      readFileSync(new URL(file, FOLDER)),
    ]),
  );

  @Get(':file')
  @OutsideContract()
  async getPicture(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const picture = this.pictures.get(file);
    if (picture === undefined) throw new ApiError(404, 'NotFound', 'no such route');
    await reply.headers({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' }).send(picture);
  }
}
