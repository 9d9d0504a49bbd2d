import { Hono } from 'hono';

/** What keeps the service from answering requests, as sentences; empty: nothing. */
export type Readiness = () => Promise<readonly string[]>;

/**
 * `/healthz`: the process runs. `/readyz`: it can answer requests, or 503 with what is missing. Neither needs a key or a host name,
 * because balancers and supervisors have none, and neither tells anything else.
 */
export function healthRoutes(readiness: Readiness) {
  const routes = new Hono();
  routes.get('/healthz', (c) => c.json({ alive: true }));
  routes.get('/readyz', async (c) => {
    const problems = await readiness();
    return c.json({ ready: problems.length === 0, problems }, problems.length === 0 ? 200 : 503);
  });
  return routes;
}
