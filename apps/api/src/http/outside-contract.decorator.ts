import { SetMetadata } from '@nestjs/common';

export const OUTSIDE_CONTRACT = 'brickmarket:outside-contract';

/** Marks a handler that is not part of the v1 contract: no key, no quota, no envelope. Everything not so marked is guarded. */
export const OutsideContract = (): MethodDecorator => SetMetadata(OUTSIDE_CONTRACT, true);
