import type { components } from './contract.generated.ts';

type Schemas = components['schemas'];

/** What the server answers, in its own names. The types are generated from its description of itself. */
export type SessionState = Schemas['SessionState'];
export type SignInResult = Schemas['SignInResult'];
export type LinkFacts = Schemas['LinkView'];
export type SentTo = Schemas['SentTo'];
export type Session = Schemas['SessionView'];
export type SessionList = Schemas['SessionList'];
export type Passkey = Schemas['PasskeyView'];
export type PasskeyList = Schemas['PasskeyList'];
export type TotpSetup = Schemas['TotpSetupView'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type ApiKey = Schemas['KeyView'];
export type KeyList = Schemas['KeyList'];
export type NewKey = Schemas['CreatedKey'];
export type RotatedKey = Schemas['RotatedKeyView'];
export type KeyUse = Schemas['KeyUse'];
export type KeyCheck = Schemas['KeyCheck'];
export type Usage = Schemas['UsageView'];
export type KeyUsage = Schemas['KeyTodayView'];
export type UsageDay = Schemas['UsedDayView'];
export type AuditPage = Schemas['AuditPage'];
export type AuditEvent = Schemas['AuditEventView'];
export type Import = Schemas['ImportView'];
export type ImportList = Schemas['ImportList'];
export type ImportRow = Schemas['ImportRowView'];
export type ImportRows = Schemas['ImportRows'];
export type SetCard = Schemas['SetCard'];
export type SetSuggestions = Schemas['SetSuggestions'];
