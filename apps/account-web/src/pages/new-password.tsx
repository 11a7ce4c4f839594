import type { JSX } from 'preact';
import type { ApiError } from '../api.ts';
import { Field, PasswordField } from '../forms.tsx';

const PASSWORD_HINT = 'At least 12 characters. A few unrelated words are easy to remember and hard to guess.';

/** Includes the address for password managers. */
export function NewPassword({
  email,
  error,
  label,
}: {
  email: string;
  error: ApiError | null;
  label: string;
}): JSX.Element {
  return (
    <>
      <Field label="E-mail address" name="username" type="email" value={email} readOnly autocomplete="username" />
      <PasswordField
        label={label}
        name="password"
        required
        minLength={12}
        maxLength={128}
        missing="Choose a password of at least 12 characters."
        autocomplete="new-password"
        hint={PASSWORD_HINT}
        error={error}
      />
    </>
  );
}
