import { Hono } from 'hono';
import type { Metrics, ServiceFigures } from '../metrics/metrics.ts';
import { errorResponse } from './errorResponses.ts';
import { hostGuard } from './hostGuard.ts';
import type { ServiceEnv } from './requestGuards.ts';
import { healthRoutes, type Readiness } from './health.ts';
import { createHttpServer, type HttpServer } from './httpServer.ts';

export interface OperationsParts {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly figures: () => Promise<ServiceFigures>;
  /** Whether only this computer can reach the port. */
  readonly loopbackOnly: boolean;
}

/** A port of its own for those who operate the service: `/metrics`, `/healthz`, and `/readyz`, without a key, TLS, or atoms. */
export function createOperationsServer({
  metrics,
  readiness,
  figures,
  loopbackOnly,
}: OperationsParts): HttpServer {
  const app = new Hono<ServiceEnv>();
  app.onError((error, c) => errorResponse(c, error, () => undefined));
  app.use(hostGuard(() => !loopbackOnly));
  app.route('/', healthRoutes(readiness));
  app.get('/metrics', async (c) =>
    c.body(await metrics.text(figures), 200, { 'Content-Type': metrics.contentType }),
  );
  return createHttpServer(app.fetch, { requestTimeoutMs: 60_000, certificate: null });
}
