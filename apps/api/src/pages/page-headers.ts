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

/** The headers of every HTML page. */
export function PageHeaders(): MethodDecorator {
  return applyDecorators(
    Header('content-type', 'text/html; charset=utf-8'),
    Header('content-security-policy', CONTENT_SECURITY_POLICY),
    Header('cross-origin-opener-policy', 'same-origin'),
    Header('referrer-policy', 'no-referrer'),
    Header('x-content-type-options', 'nosniff'),
    Header('x-frame-options', 'DENY'),
    Header('cache-control', 'no-cache'),
  );
}
