// One script for the dialogs that change the collection: they share most of their words, and compress better together.
export { default as FeesDialog } from './fees-dialog.tsx';
export { AddHolding, ChangeHolding } from './holding-dialogs.tsx';
export { default as RecentChanges } from './recent-changes.tsx';
export { SellHolding } from './sell-dialog.tsx';
export { default as SeveralDialog } from './several-dialogs.tsx';
