// One script for the pages about alerts: they are small, and compress better together.
export { default as DeliveriesPage } from './deliveries.tsx';
export { default as EndpointsPage } from './endpoints.tsx';
export { default as InboxPage } from './inbox.tsx';
export { default as RulesPage } from './rules.tsx';
