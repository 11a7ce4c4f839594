// A separate process, so that the load of the flood is not part of the measured response times. Plain sockets instead
// of an HTTP client, so that one core is enough.
import { connect } from 'node:net';

const [port, connections, path, key] = process.argv.slice(2);
const request = `GET ${path} HTTP/1.1\r\nHost: flood\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const END_OF_HEAD = '\r\n\r\n';
/** How long the answers of each status took. */
const tookMs = {};
// Not measured: all connections start at once.
const WARM_UP_MS = 1_000;

/** Repeats the request as soon as it is answered, whatever the answer. */
function askForever() {
  const socket = connect(Number(port), '127.0.0.1', ask);
  socket
    .setNoDelay(true)
    .setEncoding('latin1')
    .on('error', () => undefined);
  let received = '';
  let askedAt = 0;
  function ask() {
    askedAt = performance.now();
    socket.write(request);
  }
  socket.on('data', (chunk) => {
    received += chunk;
    const endOfHead = received.indexOf(END_OF_HEAD);
    if (endOfHead === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(received)[1]);
    if (received.length < endOfHead + END_OF_HEAD.length + length) return;
    if (askedAt > WARM_UP_MS) (tookMs[received.slice(9, 12)] ??= []).push(performance.now() - askedAt);
    received = '';
    ask();
  });
}

for (let i = 0; i < Number(connections); i++) askForever();
process.on('message', () => {
  const seconds = (performance.now() - WARM_UP_MS) / 1_000;
  const summary = Object.entries(tookMs).map(([status, took]) => [
    status,
    { perSecond: took.length / seconds, p99Ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] },
  ]);
  process.send(Object.fromEntries(summary), () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
