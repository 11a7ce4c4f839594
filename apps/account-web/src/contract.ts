/** What the server answers, in the server's own names. */

export interface Account {
  email: string;
  plan: string;
  includes_api: boolean;
  created_at: string;
  has_password: boolean;
  has_totp: boolean;
  recovery_codes_left: number;
  passkey_count: number;
}

export type StepUpMethod = 'password' | 'passkey';

export interface SessionState {
  signed_in: boolean;
  sign_up: 'open' | 'invited' | 'off';
  mail: boolean;
  operator_contact: string | null;
  api_url: string;
  docs_url: string;
  account: Account | null;
  session: { id: number; created_at: string; expires_at: string; fresh_until: string | null } | null;
  step_up_methods: StepUpMethod[];
}

export interface SignInResult {
  status: 'signed_in' | 'second_factor_required';
  state: SessionState | null;
  challenge_token: string | null;
  methods: string[];
  expires_at: string | null;
}

export interface LinkFacts {
  purpose: 'sign_in' | 'invitation' | 'reset' | 'address_change';
  email: string;
  plan: string | null;
  expires_at: string;
}

export interface Session {
  id: number;
  is_current: boolean;
  method: string;
  device: string;
  address: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

export interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
  is_synced: boolean;
}

export interface ApiKey {
  id: number;
  name: string;
  last4: string;
  state: 'active' | 'expired' | 'revoked';
  daily_limit: number;
  used_today: number;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  first_used_at: string | null;
  last_used_at: string | null;
}

export interface KeyList {
  keys: ApiKey[];
  active: number;
  max_active: number;
}

export interface NewKey {
  key: string;
  record: ApiKey;
}

export interface KeyUse {
  first_used_at: string | null;
  last_used_at: string | null;
  used_today: number;
}

export interface KeyCheck {
  status: number | null;
  code: string | null;
  message: string;
}

export interface KeyUsage {
  id: number;
  name: string;
  last4: string;
  state: ApiKey['state'];
  daily_limit: number;
  used_today: number;
  remaining: number;
  exhausted_at: string | null;
  forecast: string;
}

export interface UsageDay {
  day: string;
  used: number;
  keys: { id: number; used: number }[];
}

export interface Usage {
  day: string;
  as_of: string;
  resets_at: string;
  keys: KeyUsage[];
  days: UsageDay[];
}

export interface AuditEvent {
  id: number;
  at: string;
  kind: string;
  summary: string;
  address: string | null;
  device: string | null;
}

export interface AuditPage {
  events: AuditEvent[];
  next_before: number | null;
}

export interface TotpSetup {
  secret: string;
  otpauth_uri: string;
  qr_svg: string;
}
