/** Which networks the operator lets webhooks be sent to, beside the public internet. */
export type WebhookTargets = 'public' | 'loopback' | 'private';
export const WEBHOOK_TARGETS: readonly WebhookTargets[] = ['public', 'loopback', 'private'];

const MAX_URL_LENGTH = 2_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * What is wrong with the address of an endpoint, in a sentence for its owner; null: nothing. Which machine a name leads
 * to is only known when connecting, and checked then.
 */
export function endpointUrlFault(text: string, targets: WebhookTargets): string | null {
  if (text.length > MAX_URL_LENGTH) return `the address is longer than ${MAX_URL_LENGTH} characters`;
  if (!URL.canParse(text)) return 'the address is not a URL';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return 'the address must not contain a user name or password';
  if (hash !== '') return 'the address must not contain a fragment (#...)';
  if (protocol === 'https:') return null;
  if (protocol === 'http:' && LOOPBACK.test(hostname))
    return targets === 'public' ? 'this service does not send to loopback addresses' : null;
  return 'the address must begin with https://';
}
