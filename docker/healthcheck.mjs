// Exits with 0 when the container's process works. Its port is an argument unless the service's default.
const port = process.argv[2] ?? process.env.PORT ?? 3000;
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
