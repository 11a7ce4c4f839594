import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from './api.ts';
import { FEES, platformIn } from './collection.tsx';
import type { FeeEstimate } from './contract.ts';
import { centsOf, MARKETPLACES, typedCents } from './format.ts';
import { Failure, useAction } from './forms.tsx';
import { request } from './session.ts';

const FILL_AFTER_MS = 300;

/** Copies of one set that are sold together. */
export interface SoldCopies {
  readonly setNumber: string;
  readonly copies: number;
  /** Null: not typed yet. */
  readonly gross: number | null;
}

type Typed = Record<string, string>;

/** Sales on Amazon are called either. */
const platformOf = (typed: Typed): string => platformIn(typed).replace(/^amazon$/, 'amazon_fba');

async function estimateOf(platform: string, { setNumber, copies, gross }: SoldCopies): Promise<FeeEstimate> {
  const query = new URLSearchParams({
    setNumber,
    copies: String(Math.max(1, copies)),
    grossCents: String(gross),
  });
  return request<FeeEstimate>('GET', `/selling-fees/${platform}/estimate?${query}`);
}

interface FilledFees {
  readonly onInput: (event: Event) => void;
  readonly button: JSX.Element | false;
}

/** Fills in the fees of the platform for all sales together, until fees are typed. `read` gets what was filled in. */
export function useFilledFees(
  form: () => HTMLFormElement | null,
  typed: Typed,
  sold: readonly SoldCopies[],
  read: () => void,
): FilledFees {
  const areTyped = useRef(false);
  const platform = platformOf(typed);
  const marketplace = MARKETPLACES[platform];
  const isComplete = sold.every(({ gross }) => gross !== null);
  const estimated = JSON.stringify([platform, sold]);
  const latest = useRef(estimated);
  latest.current = estimated;
  /** The number of a set whose fees are not known; null: filled in. */
  const fillIn = async (): Promise<string | null> => {
    const answers = await Promise.all(sold.map((one) => estimateOf(platform, one)));
    const estimates = answers.flatMap(({ estimate }) => estimate ?? []);
    if (estimates.length < sold.length) return sold[answers.findIndex(({ estimate }) => estimate === null)]!.setNumber;
    // What was typed while the estimate was on its way stays.
    const element = form();
    if (areTyped.current || latest.current !== estimated || element === null) return null;
    for (const [name] of FEES) {
      const field = element.elements.namedItem(name) as HTMLInputElement;
      field.value = typedCents(estimates.reduce((sum, estimate) => sum + estimate[name], 0));
      // Typing replaces what was filled in under the cursor.
      if (field === document.activeElement) field.select();
    }
    read();
    return null;
  };
  useEffect(() => {
    // Without a fee that is known, the fields stay as they are: the button says why.
    const timer = setTimeout(() => {
      if (!areTyped.current && marketplace && isComplete) fillIn().catch(() => null);
    }, FILL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [estimated]);
  const fill = useAction(async () => {
    if (!isComplete) throw new ApiError('BadRequest', 'Say first what the buyer paid, like 49.99.');
    areTyped.current = false;
    const unknown = await fillIn();
    if (unknown !== null) throw new ApiError('BadRequest', `The fees of ${marketplace} for ${unknown} are not known.`);
  });
  return {
    onInput: ({ target }) => {
      if (FEES.some(([name]) => name === (target as HTMLInputElement).name)) areTyped.current = true;
      read();
    },
    button: marketplace !== undefined && (
      <div>
        <button type="button" class="button small" aria-disabled={fill.busy} onClick={fill.run}>
          Fill in {marketplace}’s fees
        </button>
        <Failure error={fill.error} />
      </div>
    ),
  };
}

/** Asks once about a sale without fees on a marketplace. */
export function useFeesQuestion(): (typed: Typed) => void {
  const isAsked = useRef(false);
  return (typed) => {
    const marketplace = MARKETPLACES[platformOf(typed)];
    if (!marketplace || isAsked.current || FEES.some(([name]) => centsOf(typed[name] ?? ''))) return;
    isAsked.current = true;
    throw new ApiError('BadRequest', `No fees on ${marketplace}? Fill them in, or mark the copies as sold again.`);
  };
}
