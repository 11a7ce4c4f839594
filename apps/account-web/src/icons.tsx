import type { JSX } from 'preact';

function Icon({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** Outlines on a grid of 24, of the same hand as the landing page's. */
export const WarningIcon = (): JSX.Element => <Icon path="M12 8v5M12 16.5h.01M12 3 2.5 20h19z" />;
export const CheckIcon = (): JSX.Element => <Icon path="m5 12.5 4.5 4.5L19 7.5" />;
export const CopyIcon = (): JSX.Element => <Icon path="M9 9h11v11H9zM15 9V4H4v11h5" />;
export const KeyIcon = (): JSX.Element => <Icon path="M14.5 13.5a5 5 0 1 0-4-4L3 17v4h4v-3h3v-3h2.5zM16.5 7.5h.01" />;
export const PasskeyIcon = (): JSX.Element => (
  <Icon
    path={
      'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20c0-3.6 2.9-6 6.5-6 1.3 0 2.5.3 3.5.9' +
      'M17.5 15.5a2.5 2.5 0 1 0-1-4.8 2.5 2.5 0 0 0 1 4.8zm0 0V21l2-1.7'
    }
  />
);
export const CloseIcon = (): JSX.Element => <Icon path="M6 6l12 12M18 6 6 18" />;
export const ChevronIcon = (): JSX.Element => <Icon path="m7 10 5 5 5-5" />;

/** The sign of the service. */
export const Brick = (): JSX.Element => (
  <svg class="brick" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <rect x="2" y="11" width="28" height="17" rx="2" />
    <rect x="6" y="6" width="8" height="6" rx="1.5" />
    <rect x="18" y="6" width="8" height="6" rx="1.5" />
  </svg>
);
