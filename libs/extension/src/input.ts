import { SetMetadata } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidateIf, validateSync } from 'class-validator';
import { STRICT_INPUT } from './metadata.ts';

/** What is wrong with a property that was sent. */
export interface InputFault {
  readonly property: string;
  readonly message: string;
}

/** An instance of the class, and what is wrong with what was sent. */
export type ValidateInput = (sent: object) => { readonly input: object; readonly faults: readonly InputFault[] };

/** Validates a body or query class by the extension's own class-validator, whose decorators the service cannot see. */
export function StrictInput(): ClassDecorator {
  return (type) => {
    SetMetadata(STRICT_INPUT, inputValidator(type as unknown as new () => object))(type);
  };
}

/** Each fault is one sentence. */
export function inputValidator(type: new () => object): ValidateInput {
  return (sent) => {
    const input = plainToInstance(type, sent);
    const errors = validateSync(input, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
    const faults = errors.map(({ property, constraints = {} }) => {
      const [[rule, message] = ['', `${property} is not valid`]] = Object.entries(constraints);
      return { property, message: rule === 'whitelistValidation' ? unknownProperty(property, type) : message };
    });
    return { input, faults };
  };
}

function unknownProperty(property: string, type: new () => object): string {
  return `unknown property ${JSON.stringify(property)}; known here: ${declaredProperties(type).join(', ')}`;
}

/** The properties of a class that carry decorators of class-validator. */
export function declaredProperties(type: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** Optional, but unlike `IsOptional` of class-validator not null. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
