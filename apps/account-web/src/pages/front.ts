// One script for signing in, be it first or again: its parts are small, and compress better together.
export { ConfirmAddressRoute, RestoreAddressRoute } from './address-links.tsx';
export { InvitationRoute, ResetRoute, SignInRoute, SignUpRoute } from './links.tsx';
export { SignInAgain, StepUp } from './overlays.tsx';
export { SignInPage } from './sign-in.tsx';
