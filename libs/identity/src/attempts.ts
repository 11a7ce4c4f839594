import { createHash } from 'node:crypto';

const MINUTE = 60_000;

/** How often something may be tried: so many at once, and one more each time the interval has passed. */
interface AttemptRule {
  readonly burst: number;
  readonly everyMs: number;
}

/** What is tried. */
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

/**
 * The counters that an attempt is charged to. A browser that has signed in to the account before has a counter of its
 * own: strangers who use up the account's cannot keep its owner out.
 */
export function attemptSubjects(
  kind: AttemptKind,
  attempt: { readonly account: string; readonly network: string; readonly knownDevice: string | null },
): readonly ({ readonly subject: string } & AttemptRule)[] {
  const { account, network, knownDevice } = attempt;
  const perAccount = PER_ACCOUNT[kind];
  if (knownDevice !== null) return [{ subject: `${kind}:device:${digest(knownDevice)}`, ...perAccount }];
  return [
    // Hashed: people type passwords where their address belongs.
    { subject: `${kind}:account:${digest(account)}`, ...perAccount },
    { subject: `${kind}:network:${network}`, ...PER_ADDRESS[kind] },
  ];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
