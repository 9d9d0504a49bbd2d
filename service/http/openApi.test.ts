import { format } from 'oxfmt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits/serviceLimits.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { openApiDocument } from './openApi.ts';

describe('the OpenAPI document', () => {
  // `npm run openapi` rewrites it.
  it('in service/openapi.json matches the schemas', async () => {
    const { code } = await format('openapi.json', JSON.stringify(openApiDocument(defaultLimits)), {
      printWidth: 110,
    });
    await expect(code).toMatchFileSnapshot('../openapi.json');
  });

  it('describes the five endpoints, each with a key and every status it returns', () => {
    const { paths } = openApiDocument(defaultLimits);
    const operations = Object.entries(paths ?? {}).flatMap(([path, { get, post }]) =>
      Object.entries({ get, post }).flatMap(([method, operation]) =>
        operation === undefined
          ? []
          : [[`${method} ${path}`, Object.keys(operation.responses ?? {}).join(' '), operation.security]],
      ),
    );
    expect(operations).toEqual([
      ['post /atoms', '201 400 401 403 413 422 429', [{ apiKey: [] }]],
      ['get /atoms/{key}', '200 400 401 404 429', [{ apiKey: [] }]],
      ['post /batch-atoms', '201 400 401 403 413 422 429', [{ apiKey: [] }]],
      ['post /recall', '200 400 401 413 429', [{ apiKey: [] }]],
      ['post /batch-access', '200 400 401 413 429', [{ apiKey: [] }]],
    ]);
  });
});

describe('GET /openapi.json', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService({ limits: { maxBatch: 7 } });
  });
  afterEach(() => service.stop());

  it('has the current limits', async () => {
    const { status, text } = await service.get('/openapi.json', { apiKey: service.readKey });
    expect(status).toBe(200);
    expect(text).toContain('"maxItems":7');
  });
});
