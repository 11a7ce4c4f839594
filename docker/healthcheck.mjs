// Exits with 0 when the process in this container works. Its port is given when it is not that of its service.
const port = process.argv[2] ?? process.env.PORT ?? 3000;
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
