// What of the library is used: a namespace that is imported late cannot be shaken, and would bring all of it.
export { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
