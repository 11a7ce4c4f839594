import { buildMessage, ValidateBy, type ValidationOptions } from 'class-validator';

/** A text of so many characters, counted as `minLength` and `maxLength` of the OpenAPI document count them: by code point. */
export function Characters(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => {
    if (typeof value !== 'string') return false;
    const count = Array.from(value).length;
    return count >= min && count <= max;
  };
  return ValidateBy(
    {
      name: 'characters',
      validator: {
        validate,
        defaultMessage: buildMessage((each) => `${each}$property must have ${min} to ${max} characters`, options),
      },
    },
    options,
  );
}
