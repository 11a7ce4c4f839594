export * from './attempts.ts';
export * from './identity-error.ts';
export * from './password-policy.ts';
export * from './second-factor.ts';
export * from './session-rules.ts';
export * from './secret-token.ts';
