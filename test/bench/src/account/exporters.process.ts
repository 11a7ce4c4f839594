import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

// Clients that export a collection again and again, each over a connection of its own; who is refused comes again when
// it was told to. A process of its own: what it reads must not delay whoever is measured. Ends when it is told to, and
// says what it was answered.
const [url, cookies, clients] = process.argv.slice(2) as [string, string, string];
const sessions = cookies.split('\n');
const agent = new Agent({ keepAlive: true });
const answers: Record<string, number> = {};

function exportOnce(cookie: string): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie } }, (response) =>
      response
        .resume()
        .on('end', () =>
          resolve({ status: response.statusCode!, retryAfter: Number(response.headers['retry-after'] ?? 0) }),
        )
        .on('error', reject),
    ).on('error', reject);
  });
}

async function client(cookie: string): Promise<void> {
  for (;;) {
    const { status, retryAfter } = await exportOnce(cookie);
    answers[status] = (answers[status] ?? 0) + 1;
    await pause(retryAfter * 1_000);
  }
}

for (let index = 0; index < Number(clients); index++) void client(sessions[index % sessions.length]!);
process.send!({ listening: url });
// Never outlives the benchmark.
process.on('disconnect', () => process.exit(1));
process.on('message', () => process.send!({ answers }, () => process.exit(0)));
