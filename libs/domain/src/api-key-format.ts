export const API_KEY_PREFIX = 'bmk_';
const API_KEY = /^bmk_[0-9a-f]{48}$/;

/** Whether a text has the form of a key: the prefix and 48 lower-case hexadecimal characters. */
export function isApiKeyFormat(text: string): boolean {
  return API_KEY.test(text);
}
