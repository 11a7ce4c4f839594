import { SetMetadata } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { STRICT_INPUT } from './metadata.ts';

/** What is wrong with a property that was sent. */
export interface InputFault {
  readonly property: string;
  readonly message: string;
}

/** An instance of the class, and what is wrong with what was sent. */
export type ValidateInput = (sent: object) => { readonly input: object; readonly faults: readonly InputFault[] };

/**
 * Marks the class of a body or a query, whose properties carry the decorators of class-validator and class-transformer.
 * What it does not declare is refused. It is validated by the extension's own copies of these packages, because that of
 * the service would not know the decorators of another.
 */
export function StrictInput(): ClassDecorator {
  return (type) => {
    const validate: ValidateInput = (sent) => {
      const input = plainToInstance(type as unknown as new () => object, sent);
      const errors = validateSync(input, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
      const faults = errors.map(({ property, constraints }) => ({
        property,
        message: Object.values(constraints ?? {})[0] ?? `${property} is not valid`,
      }));
      return { input, faults };
    };
    SetMetadata(STRICT_INPUT, validate)(type);
  };
}
