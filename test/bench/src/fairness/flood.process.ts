import { Agent, get } from 'node:http';

// One account that asks for the same answer on many connections, each again as soon as it is answered, or hangs up
// after some milliseconds. A process of its own: what it reads must not delay whoever is measured. Ends when it is told
// to, and says what it was answered.
const [url, key, connections, hangUpAfterMs] = process.argv.slice(2) as [string, string, string, string | undefined];
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const answers: Record<string, number> = {};
let isOver = false;

const count = (answer: string): void => {
  answers[answer] = (answers[answer] ?? 0) + 1;
};

function ask(): void {
  if (isOver) return;
  let wasAnswered = false;
  const again = (answer: string): void => {
    if (wasAnswered) return;
    wasAnswered = true;
    count(answer);
    setImmediate(ask);
  };
  const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) =>
    response
      .resume()
      .on('end', () => again(String(response.statusCode)))
      .on('error', () => again('hung up')),
  );
  request.on('error', () => again('hung up'));
  if (hangUpAfterMs !== undefined) setTimeout(() => request.destroy(), Number(hangUpAfterMs));
}

for (let connection = 0; connection < Number(connections); connection++) ask();
process.send!({ listening: url });
// Never outlives the benchmark.
process.on('disconnect', () => process.exit(1));
process.on('message', () => {
  isOver = true;
  process.send!({ answers }, () => process.exit(0));
});
