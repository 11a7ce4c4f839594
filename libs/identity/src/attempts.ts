import { createHash } from 'node:crypto';

const MINUTE = 60_000;

/** `burst` attempts, and one more per interval. */
interface AttemptRule {
  readonly burst: number;
  readonly everyMs: number;
}

export type AttemptKind = 'password' | 'code' | 'passkey' | 'mail' | 'key-check';

const PER_ACCOUNT: Readonly<Record<AttemptKind, AttemptRule>> = {
  password: { burst: 10, everyMs: 1.5 * MINUTE },
  code: { burst: 5, everyMs: 3 * MINUTE },
  passkey: { burst: 30, everyMs: 0.1 * MINUTE },
  mail: { burst: 3, everyMs: 10 * MINUTE },
  'key-check': { burst: 10, everyMs: MINUTE },
};
/** Several people may share an address. */
const PER_ADDRESS: Readonly<Record<AttemptKind, AttemptRule>> = {
  password: { burst: 30, everyMs: 0.5 * MINUTE },
  code: { burst: 30, everyMs: 0.5 * MINUTE },
  passkey: { burst: 60, everyMs: 0.1 * MINUTE },
  mail: { burst: 10, everyMs: 5 * MINUTE },
  'key-check': { burst: 30, everyMs: 0.5 * MINUTE },
};

/** A known browser has its own counter, so attackers who exhaust the account's cannot lock out the owner. */
export function attemptSubjects(
  kind: AttemptKind,
  attempt: { readonly account: string; readonly network: string; readonly knownDevice: string | null },
): readonly ({ readonly subject: string } & AttemptRule)[] {
  const { account, network, knownDevice } = attempt;
  const perAccount = PER_ACCOUNT[kind];
  if (knownDevice !== null) return [{ subject: `${kind}:device:${digest(knownDevice)}`, ...perAccount }];
  return [
    // Hashed, as users type passwords into the address field.
    { subject: `${kind}:account:${digest(account)}`, ...perAccount },
    { subject: `${kind}:network:${network}`, ...PER_ADDRESS[kind] },
  ];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
