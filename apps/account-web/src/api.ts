/** The message can be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Server code, `Offline` without a response, or `Cancelled` by the user. */
    readonly code: string,
    message: string,
    /** Field at fault, if only one is. */
    readonly field: string | null = null,
    /** Current record after a change elsewhere. */
    readonly current: unknown = null,
  ) {
    super(message);
  }
}

export type Method = 'GET' | 'POST' | 'DELETE';

interface ErrorBody {
  error?: { code?: string; message?: string; field?: string };
  current?: unknown;
}

const OFFLINE = 'You are offline, or Brickmarket cannot be reached. Nothing you typed is lost: try again in a moment.';

function waitSentence(response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  if (!(seconds > 0)) return '';
  return seconds < 90 ? ` Try again in ${seconds} seconds.` : ` Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const { code = 'InternalError', message, field } = body.error ?? {};
  if (message === undefined) {
    const id = response.headers.get('x-request-id');
    const reference = id === null ? '' : ` The operator can look up request ${id}.`;
    return new ApiError(code, `Brickmarket could not answer (${response.status}).${reference}`);
  }
  const wait = /\d/.test(message) ? '' : waitSentence(response);
  return new ApiError(code, message + wait, field ?? null, body.current ?? null);
}

/** Files as they are, everything else as JSON. */
function bodyOf(body: object): RequestInit {
  const [type, content] =
    body instanceof Blob ? ['application/octet-stream', body] : ['application/json', JSON.stringify(body)];
  return { headers: { 'content-type': type }, body: content };
}

/** One request without retry. Reads can be aborted; writes are always awaited. */
export async function send<T>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/account/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body && bodyOf(body)),
      ...(signal && { signal }),
    });
  } catch {
    if (signal?.aborted === true) throw new ApiError('Cancelled', 'Cancelled.');
    throw new ApiError('Offline', OFFLINE, null);
  }
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return undefined as T;
  try {
    if (response.headers.get('content-type')?.startsWith('text/csv') === true) return (await response.blob()) as T;
    return (await response.json()) as T;
  } catch {
    throw new ApiError('Offline', OFFLINE, null);
  }
}
