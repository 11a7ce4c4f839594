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

/**
 * Marks the class of a body or a query, whose properties carry the decorators of class-validator and class-transformer.
 * What it does not declare is refused. It is validated by the extension's own copies of these packages, because that of
 * the service would not know the decorators of another.
 */
export function StrictInput(): ClassDecorator {
  return (type) => {
    SetMetadata(STRICT_INPUT, inputValidator(type as unknown as new () => object))(type);
  };
}

/** Validates what was sent by the decorators of a class. Each fault is one sentence for its sender. */
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

/** A property that may be omitted. Unlike `IsOptional` of class-validator, it does not accept null. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
