// Exits with 0 when the service in this container should get traffic.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
