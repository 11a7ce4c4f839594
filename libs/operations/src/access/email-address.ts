import { InvalidInputError } from '@brickmarket/domain';

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const MAX_LENGTH = 254;

/** An e-mail address as accounts are named by it: without surrounding blanks, in lower case. */
export function readEmailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > MAX_LENGTH || !EMAIL.test(email))
    throw new InvalidInputError(`"${text}" is not an e-mail address`);
  return email;
}
