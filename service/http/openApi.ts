import { OpenAPIHono } from '@hono/zod-openapi';
import type { ServiceLimits } from '../limits/serviceLimits.ts';
import { describeRoutes } from './routes.ts';

/** The OpenAPI 3.1 document of the five endpoints, generated from the schemas that validate requests. */
export function openApiDocument(limits: ServiceLimits) {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'Scope `read` allows everything except the two stores; scope `full` allows everything.',
  });
  for (const route of Object.values(describeRoutes(limits))) openAPIRegistry.registerPath(route);
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Atom Memory Service',
      version: '1',
      description:
        'Stores named values (atoms) and proves them: SHA-256 in an RFC 6962 tree, whose leaves are the canonical ' +
        'JSON (RFC 8785) of {key, value, version}. This is the service that comes with Atom Explorer; others may ' +
        'handle what the interface leaves open differently.',
    },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '8080' } } }],
  });
}
