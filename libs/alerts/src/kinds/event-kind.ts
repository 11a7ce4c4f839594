// Defined in the domain, so that extensions can say what their kinds are without this library, which is private.
export type {
  EventKind,
  JsonSchema,
  PayloadField,
  PriceLimit,
  RuleOptions,
  RuleWords,
  WatchableKind,
} from '@brickmarket/domain';
