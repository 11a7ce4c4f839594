// One script for the dialogs of alerts: they compress better together.
export { FeedDialog } from './feed-dialog.tsx';
export { RuleDialog } from './rule-dialog.tsx';
