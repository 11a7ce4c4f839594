import { applyDecorators, Header } from '@nestjs/common';

/** What a page may load: itself. Nothing is fetched from, or sent to, anywhere else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference styles its parts with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What every HTML page is sent with. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
};

/** Sends them with a handler's answer. */
export function PageHeaders(): MethodDecorator {
  return applyDecorators(...Object.entries(PAGE_HEADERS).map(([name, value]) => Header(name, value)));
}
