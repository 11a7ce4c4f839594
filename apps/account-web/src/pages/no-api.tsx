import type { JSX } from 'preact';
import { Operator } from '../page.tsx';
import { useAccount } from '../session.ts';

export function NoApi(): JSX.Element | null {
  const { account } = useAccount();
  if (account.includesApi) return null;
  return (
    <div class="notice">
      <div>
        <p>
          The {account.plan} plan does not include the API: keys can be made, but requests with them are answered 403
          until the plan is changed. The rest of this area works. For a plan with the API, ask <Operator />.
        </p>
      </div>
    </div>
  );
}
