import { OpenAPIHono } from '@hono/zod-openapi';
import type { Authenticator, KnownKey } from '../auth/apiKeys.ts';
import { faultGate, faultRoutes } from '../faults/faultRoutes.ts';
import type { FaultSwitch } from '../faults/faultSwitch.ts';
import type { BodyBudget } from '../limits/bodyBudget.ts';
import type { RateLimiter } from '../limits/rateLimiter.ts';
import { tiers, type ServiceLimits } from '../limits/serviceLimits.ts';
import type { AtomMemory } from '../memory/atomMemory.ts';
import { ServiceError } from '../serviceError.ts';
import { errorResponse, invalidRequest } from './errorResponses.ts';
import { hostGuard } from './hostGuard.ts';
import { healthRoutes, type Readiness } from './health.ts';
import type { Log } from '../log/log.ts';
import { recordRequests, type RequestRecord } from './requestRecord.ts';
import { authentication, fullScope, rateLimit, type ServiceEnv } from './requestGuards.ts';
import { requestBody, storePaths } from './requestBody.ts';
import { openApiDocument } from './openApi.ts';
import { describeRoutes } from './routes.ts';
import { IncomingMessage } from 'node:http';
import { keySchema } from './schemas.ts';

export interface AppParts {
  readonly memory: AtomMemory;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly bodyBudget: BodyBudget;
  /** Whether requests may be sent to this host, besides those of this computer: a name or an address in lower case, without port. */
  readonly allowsHost: (host: string) => boolean;
  readonly readiness: Readiness;
  readonly limits: ServiceLimits;
  /** null: faults cannot be enabled, and the endpoint does not exist. */
  readonly faults: FaultSwitch | null;
  readonly log: Log;
  readonly onRequest: (request: RequestRecord) => void;
}

/**
 * The service over HTTP. Requests pass these checks in order: host, key, rate, scope, size, form, content.
 */
export function createApp(parts: AppParts) {
  const { memory, authenticator, rateLimiter, limits, faults, log } = parts;
  const app = new OpenAPIHono<ServiceEnv>({
    getPath: (request, options) => rawPathOf(request, options?.env),
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error);
    },
  });
  app.onError((error, c) => errorResponse(c, error, log));
  app.notFound((c) =>
    errorResponse(c, new ServiceError('UNKNOWN_PATH', 'This method and path do not exist.'), log),
  );

  app.use(recordRequests(parts.onRequest));
  app.route('/', healthRoutes(parts.readiness));
  app.use(hostGuard(parts.allowsHost));
  if (faults !== null) app.use(faultGate(faults));
  app.use(authentication(authenticator), rateLimit(rateLimiter));
  app.on('POST', [...storePaths], fullScope);
  app.use(requestBody(limits, parts.bodyBudget));
  if (faults !== null) app.route('/', faultRoutes(faults));

  const maxValueBytes = ({ tier }: KnownKey) => (tier === undefined ? limits.maxValueBytes : tiers[tier]);
  const routes = describeRoutes(limits);
  // Few ask for it, and it takes as long to make as everything else at the start of the service.
  let openApi: ReturnType<typeof openApiDocument> | null = null;
  app.get('/openapi.json', (c) => c.json((openApi ??= openApiDocument(limits))));
  app.openapi(routes.store, async (c) => {
    const [stored] = await memory.store([c.req.valid('json')], {
      inBatch: false,
      maxValueBytes: maxValueBytes(c.get('apiKey')),
    });
    if (stored === undefined) throw new Error('Nothing was stored.');
    c.set('stored', 1);
    return c.json(stored, 201);
  });
  app.openapi(routes.read, async (c) =>
    c.json(await memory.read(c.get('apiKey').id, keyOfPath(c.req.path)), 200),
  );
  app.openapi(routes.storeBatch, async (c) => {
    const atoms = await memory.store(c.req.valid('json').atoms, {
      inBatch: true,
      maxValueBytes: maxValueBytes(c.get('apiKey')),
    });
    c.set('stored', atoms.length);
    return c.json({ atoms, rootHash: atoms[0]?.rootHash ?? '' }, 201);
  });
  app.openapi(routes.recall, async (c) => {
    const { query, limit } = c.req.valid('json');
    return c.json(await memory.recall(c.get('apiKey').id, query, limit), 200);
  });
  app.openapi(routes.readBatch, async (c) =>
    c.json(await memory.readMany(c.get('apiKey').id, c.req.valid('json').keys), 200),
  );
  return app;
}

/**
 * The path of a request as it was sent. A WHATWG URL would resolve `/atoms/%2E%2E` to the parent and so lose
 * keys such as `..`; the raw target in `env.incoming` is unchanged.
 */
function rawPathOf(request: Request, env: object | undefined): string {
  const incoming = env && 'incoming' in env ? env.incoming : undefined;
  const target = incoming instanceof IncomingMessage ? (incoming.url ?? '/') : request.url;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path === '' ? '/' : path;
}

/**
 * The key in `/atoms/:key`: one percent-encoded segment (interface section 4.2).
 *
 * @throws ServiceError INVALID_REQUEST if it is not UTF-8, percent-encoded, or breaks a rule for keys
 */
function keyOfPath(path: string): string {
  const segment = path.slice('/atoms/'.length);
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new ServiceError('INVALID_REQUEST', 'The key in the path is not valid percent-encoded UTF-8.', {
      field: 'key',
    });
  }
  const parsed = keySchema.safeParse(decoded);
  if (parsed.success) return parsed.data;
  throw new ServiceError('INVALID_REQUEST', `key ${parsed.error.issues[0]?.message ?? 'is invalid'}.`, {
    field: 'key',
  });
}
