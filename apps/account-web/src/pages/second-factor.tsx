import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RecoveryCodes, TotpSetup } from '../contract.ts';
import { Confirm, Dialog, FormDialog } from '../dialog.tsx';
import { counted } from '../format.ts';
import { CodeField, Failure, Success, useAction, useSubmit } from '../forms.tsx';
import { Section } from '../page.tsx';
import { Secret, SecretText, useWiped } from '../secrets.tsx';
import { refresh, request, useAccount } from '../session.ts';

/** In groups of four, as people type it into a phone. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

interface SetUp {
  readonly secret: Secret;
  readonly picture: Secret;
}

function ScanCode({
  setUp,
  onCodes,
  onClose,
}: {
  setUp: SetUp;
  onCodes: (codes: Secret) => void;
  onClose: () => void;
}) {
  const isSecretWiped = useWiped(setUp.secret);
  const isPictureWiped = useWiped(setUp.picture);
  const form = useSubmit(async ({ code }) => {
    const { recoveryCodes } = await request<RecoveryCodes>('POST', '/totp/confirm', {
      code: code!.replaceAll(/\s/g, ''),
    });
    onCodes(new Secret(recoveryCodes.join('\n')));
  });
  if (isSecretWiped || isPictureWiped)
    return (
      <Dialog title="Start again" onClose={onClose}>
        <p>The code is no longer shown because you left the page. Nothing has changed: close this and start again.</p>
      </Dialog>
    );
  return (
    <FormDialog title="Set up your authenticator app" class="wide-dialog" form={form} text="Turn on" onClose={onClose}>
      <div class="scan">
        <img src={setUp.picture.text} alt="QR code for your authenticator app" width="208" height="208" />
        <div>
          <p>
            <b>1.</b> Scan this with an authenticator app, or type the secret into it.
          </p>
          <SecretText secret={setUp.secret} label="Secret" as={grouped} />
          <p>
            <b>2.</b> Enter the six digits that the app shows.
          </p>
        </div>
      </div>
      <CodeField
        digitsOnly
        label="Code"
        hint="If it is refused, check that the clock of the phone is set automatically."
        missing="Enter the six digits that the app shows."
        error={form.error}
      />
    </FormDialog>
  );
}

function Codes({ codes, onClose }: { codes: Secret; onClose: () => void }): JSX.Element {
  const wiped = useWiped(codes);
  return (
    <Dialog
      title={wiped ? 'The codes are no longer shown' : 'Store your recovery codes'}
      onClose={wiped ? onClose : undefined}
    >
      {wiped ? (
        <p>They were removed from this page when you left it. If you did not store them, make new ones.</p>
      ) : (
        <>
          <p class="lead">Use a recovery code if you lose your phone. Each works once. They are shown only now.</p>
          <div class="codes">
            <SecretText secret={codes} label="Recovery codes" />
          </div>
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {wiped ? 'Close' : 'I have stored them'}
        </button>
      </div>
    </Dialog>
  );
}

/** The authenticator app and its recovery codes. */
export function SecondFactorSection(): JSX.Element {
  const { account } = useAccount();
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<Secret | null>(null);
  const [removing, setRemoving] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const begin = useAction(async () => {
    const { secret, qrSvg } = await request<TotpSetup>('POST', '/totp/begin');
    setSetUp({ secret: new Secret(secret), picture: new Secret(qrSvg) });
  });
  const renew = useAction(async () => {
    const { recoveryCodes } = await request<RecoveryCodes>('POST', '/recovery-codes');
    setCodes(new Secret(recoveryCodes.join('\n')));
    setDone('The old recovery codes no longer work.');
  });
  const remove = async (): Promise<void> => {
    await request('POST', '/totp/remove');
    setRemoving(false);
    setDone('Signing in by password no longer asks for a code.');
    await refresh();
  };
  const closeCodes = (): void => {
    setCodes(null);
    void refresh();
  };
  const left = account.recoveryCodesLeft;
  return (
    <Section
      title="Authenticator app"
      text={
        account.hasTotp ? (
          <>
            On: sign-in by password also needs a code. <b>{counted(left, 'recovery code')} left.</b>
          </>
        ) : (
          'Off. Adds a phone code, so a stolen password isn’t enough.'
        )
      }
      action={
        account.hasTotp ? (
          <div class="buttons">
            <button type="button" class="button" aria-disabled={renew.busy} onClick={renew.run}>
              New recovery codes
            </button>
            <button type="button" class="button danger-text" onClick={() => setRemoving(true)}>
              Turn off
            </button>
          </div>
        ) : (
          <button type="button" class="button" aria-disabled={begin.busy} onClick={begin.run}>
            Set up
          </button>
        )
      }
    >
      <Success>{done && <p>{done}</p>}</Success>
      <Failure error={begin.error ?? renew.error} />
      {setUp && (
        <ScanCode
          setUp={setUp}
          onClose={() => setSetUp(null)}
          onCodes={(made) => {
            setSetUp(null);
            setCodes(made);
            setDone('The authenticator app is on.');
          }}
        />
      )}
      {codes && <Codes codes={codes} onClose={closeCodes} />}
      {removing && (
        <Confirm
          title="Turn the authenticator app off?"
          verb="Turn off"
          leave="Keep it on"
          action={remove}
          onClose={() => setRemoving(false)}
        >
          Your password is then enough to sign in, and the recovery codes stop working.
        </Confirm>
      )}
    </Section>
  );
}
