import { ValidationPipe } from '@nestjs/common';

/** Checks every declared class of parameters or body; a property that is not declared is refused. */
export function strictValidation(): ValidationPipe {
  return new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
}
