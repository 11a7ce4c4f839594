// Named exports: a namespace import would bundle the whole library.
export { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
