import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceLimits } from '../limits/serviceLimits.ts';
import { responseSchemas, requestSchemas } from './schemas.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });

const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: json(schema),
});

/** Every request needs a key (interface section 5). */
const security = [{ apiKey: [] }];

const refusals = {
  400: answer('INVALID_REQUEST: the request breaks a rule; `field` says which part.', responseSchemas.error),
  401: answer('UNAUTHORIZED: the API key is missing or invalid.', responseSchemas.error),
  429: answer('RATE_LIMITED: too many requests; see Retry-After.', responseSchemas.error),
};

const readRefusals = {
  ...refusals,
  413: answer('PAYLOAD_TOO_LARGE: the whole request is too large.', responseSchemas.error),
};

const writeRefusals = {
  ...refusals,
  403: answer('FORBIDDEN: the key lacks full scope.', responseSchemas.error),
  413: answer(
    'PAYLOAD_TOO_LARGE: a value is larger than the tier of the API key allows, or the whole request is too large.',
    responseSchemas.error,
  ),
  422: answer('SENSITIVE_CONTENT_REJECTED: a value looks like a credential.', responseSchemas.error),
};

/** The five endpoints (interface section 4): what they accept and return. */
export function describeRoutes(limits: ServiceLimits) {
  const requests = requestSchemas(limits);
  const body = <T extends z.ZodType>(schema: T) => ({ body: { required: true, content: json(schema) } });
  return {
    store: createRoute({
      operationId: 'store',
      security,
      method: 'post',
      path: '/atoms',
      summary: 'Store an atom',
      request: body(requests.newAtom),
      responses: { 201: answer('Stored.', responseSchemas.storedAtom), ...writeRefusals },
    }),
    read: createRoute({
      operationId: 'read',
      security,
      method: 'get',
      path: '/atoms/{key}',
      summary: 'Retrieve an atom by exact key',
      // Only for the documentation: the key is validated on the raw path, see `keyOfPath`.
      request: { params: z.object({ key: z.string() }) },
      responses: {
        200: answer('The newest version, with its proof.', responseSchemas.provenAtom),
        404: answer('NOT_FOUND: the key does not exist.', responseSchemas.error),
        ...refusals,
      },
    }),
    storeBatch: createRoute({
      operationId: 'storeBatch',
      security,
      method: 'post',
      path: '/batch-atoms',
      summary: 'Store all atoms or none',
      request: body(requests.newAtoms),
      responses: {
        201: answer('All stored, under one root.', responseSchemas.storedAtoms),
        ...writeRefusals,
      },
    }),
    recall: createRoute({
      operationId: 'recall',
      security,
      method: 'post',
      path: '/recall',
      summary: 'Recall by query',
      request: body(requests.query),
      responses: { 200: answer('Best match first.', responseSchemas.recollection), ...readRefusals },
    }),
    readBatch: createRoute({
      operationId: 'readBatch',
      security,
      method: 'post',
      path: '/batch-access',
      summary: 'Recall by list of keys',
      request: body(requests.keys),
      responses: { 200: answer('All atoms found, under one root.', responseSchemas.batch), ...readRefusals },
    }),
  };
}
