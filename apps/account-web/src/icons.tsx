import type { JSX } from 'preact';

function Icon({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** Outlines on a grid of 24, as on the landing page. */
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

export const PersonIcon = (): JSX.Element => (
  <Icon path="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c0-3.9 3.4-6 7.5-6s7.5 2.1 7.5 6" />
);
export const SearchIcon = (): JSX.Element => (
  <Icon path="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21" />
);
export const PortfolioIcon = (): JSX.Element => <Icon path="M3 20h18M6 20v-7M12 20V5M18 20v-10" />;
export const MarketIcon = (): JSX.Element => <Icon path="M4 10h16v10H4zM4 10l2-6h12l2 6M9 20v-5h6v5" />;
export const AlertsIcon = (): JSX.Element => <Icon path="M6 17V10.5a6 6 0 0 1 12 0V17l1.5 1.5h-15zM10 21h4" />;
export const ApiIcon = (): JSX.Element => <Icon path="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />;
export const MoreIcon = (): JSX.Element => <Icon path="M5 12h.01M12 12h.01M19 12h.01" />;

export const Brick = (): JSX.Element => (
  <svg class="brick" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <rect x="2" y="11" width="28" height="17" rx="2" />
    <rect x="6" y="6" width="8" height="6" rx="1.5" />
    <rect x="18" y="6" width="8" height="6" rx="1.5" />
  </svg>
);
export const PencilIcon = (): JSX.Element => <Icon path="M4 20l1-4L16.5 4.5a2 2 0 0 1 3 3L8 19z" />;
