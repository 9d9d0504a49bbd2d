import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isLongRun } from '../testing/longRun.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { anyCharacter } from '#shared/text/testing/anyCharacter.ts';

// Requests are generated from the OpenAPI document alone.

const requestCount = isLongRun ? 100_000 : 2_000;
/** On a busy machine. */
const longestMs = isLongRun ? 3_600_000 : 300_000;
/** A long run looks where nobody has looked before, and names its seed with whatever it finds. */
const seed = Number(
  process.env['FUZZ_SEED'] ?? (isLongRun ? Math.floor(Math.random() * 2 ** 31) : 20_260_413),
);

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

const mediaSchema = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.custom<Schema>() }) }),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post']),
      z
        .object({ requestBody: mediaSchema.optional(), responses: z.record(z.string(), mediaSchema) })
        .optional(),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.custom<Schema>()) }),
});
type Document = z.infer<typeof documentSchema>;

interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  /** As named in the document. */
  readonly operation: string;
  readonly authorization: 'full' | 'read' | 'wrong' | 'none';
  readonly contentType: string | null;
  readonly body: Uint8Array | null;
}

let service: TestService;
let document: Document;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

beforeAll(async () => {
  const file = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  document = documentSchema.parse(JSON.parse(file));
  service = await startTestService({
    seedDemo: true,
    limits: { rate: { burst: 1_000_000, perSecond: 1_000_000 } },
  });
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

/** A schema with its references resolved. */
function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return resolved(document.components.schemas[name] ?? {});
  }
  return {
    ...schema,
    ...(schema.items !== undefined && { items: resolved(schema.items) }),
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, resolved(property)]),
      ),
    }),
  };
}

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '.',
    '..',
    '../..',
    '%2e%2e',
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    '\u202e',
    'é',
    'e\u0301',
    '温室',
  ),
  fc.constantFrom(
    'v1.user.Glen.preference.theme',
    'v1.project.orchid.status',
    'pump',
    'status of the orchid project',
  ),
  fc.integer({ min: 1, max: 3_000 }).map((length) => 'x'.repeat(length)),
  fc.constant('x'.repeat(70_000)),
);
const oddNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1, -1, 2 ** 53, 1e308, 0.5));
const anything = fc.jsonValue({ maxDepth: 3 });

/** Mostly what fits a schema, and often enough what nearly fits it or does not. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const wrong = { arbitrary: anything, weight: 1 };
  switch (schema.type) {
    case 'string':
      return fc.oneof({ arbitrary: oddText, weight: 12 }, wrong);
    case 'integer': {
      const { minimum = 0, maximum = 1_000 } = schema;
      const near = fc.integer({ min: minimum - 2, max: maximum + 2 });
      return fc.oneof({ arbitrary: near, weight: 8 }, { arbitrary: oddNumber, weight: 1 }, wrong);
    }
    case 'array': {
      const item = valuesOf(schema.items ?? {});
      const tooMany = fc
        .tuple(item, fc.integer({ min: 0, max: (schema.maxItems ?? 10) + 1 }))
        .map(([one, count]) => {
          const isLong = (JSON.stringify(one)?.length ?? 0) > 200;
          return Array.from({ length: isLong ? count % 8 : count }, () => one);
        });
      return fc.oneof(
        { arbitrary: fc.array(item, { maxLength: 6 }), weight: 40 },
        { arbitrary: tooMany, weight: 1 },
        wrong,
      );
    }
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valuesOf(property)]),
      );
      return fc.oneof(
        { arbitrary: fc.record(fields), weight: 12 },
        { arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 1 },
        {
          arbitrary: fc
            .tuple(fc.record(fields), fc.dictionary(oddText, anything))
            .map(([one, more]) => ({ ...more, ...one })),
          weight: 1,
        },
        wrong,
      );
    }
    default:
      return anything;
  }
}

const withWeights = <T>(...pairs: readonly (readonly [T, number])[]): fc.Arbitrary<T> =>
  fc.oneof(...pairs.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));

const authorization = withWeights<FuzzRequest['authorization']>(
  ['full', 20],
  ['read', 4],
  ['wrong', 1],
  ['none', 1],
);
const contentType = withWeights<string | null>(
  ['application/json', 30],
  ['application/json; charset=utf-8', 2],
  ['text/plain', 1],
  [null, 1],
);

/** JSON, with damaged parts, or not JSON at all. */
function bytesOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array> {
  const json = value.map((one) => Buffer.from(JSON.stringify(one) ?? 'null'));
  const torn = fc
    .tuple(json, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([bytes, share]) => bytes.subarray(0, bytes.length * share));
  const spoiled = fc
    .tuple(json, fc.nat(), fc.integer({ min: 0, max: 255 }))
    .map(([bytes, place, byte]) => bytes.map((old, index) => (index === place % bytes.length ? byte : old)));
  return fc.oneof(
    { arbitrary: json, weight: 30 },
    { arbitrary: torn, weight: 1 },
    { arbitrary: spoiled, weight: 2 },
    { arbitrary: fc.uint8Array({ maxLength: 100 }), weight: 1 },
  );
}

/** Allowed in a request line; Node refuses to send anything else. */
const pathText = oddText.map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '�')));
const rawPathText = oddText.map((text) => text.replaceAll(/[^\x21-\x7e]/g, '%').slice(0, 4_000));

function requests(): fc.Arbitrary<FuzzRequest> {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = operations[method];
      if (operation === undefined) return [];
      const schema = operation.requestBody?.content['application/json'].schema;
      return fc.record({
        method: fc.constant(method.toUpperCase()),
        path: fc
          .oneof({ arbitrary: pathText, weight: 5 }, { arbitrary: rawPathText, weight: 1 })
          .map((text) => path.replace('{key}', () => text)),
        operation: fc.constant(`${method} ${path}`),
        authorization,
        contentType,
        body: schema === undefined ? fc.constant(null) : bytesOf(valuesOf(resolved(schema))),
      });
    }),
  );
  const elsewhere = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
    path: rawPathText.map((text) => `/${text}`),
    operation: fc.constant('elsewhere'),
    authorization,
    contentType,
    body: fc.constant(null),
  });
  return fc.oneof(...described.map((arbitrary) => ({ arbitrary, weight: 5 })), {
    arbitrary: elsewhere,
    weight: 1,
  });
}

function send({ method, path, authorization: kind, contentType: type, body }: FuzzRequest) {
  const { hostname, port } = new URL(service.address());
  const token = { full: service.fullKey, read: service.readKey, wrong: 'nobody', none: null }[kind];
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: 10_000,
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(type !== null && { 'Content-Type': type }),
          ...(body !== null && { 'Content-Length': body.length }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('The service did not answer in ten seconds.')));
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

describe('requests generated from the OpenAPI document', () => {
  it(
    `${requestCount} of them: no hang, no 5xx, and only documented responses`,
    async () => {
      const made = fc.sample(requests(), { numRuns: requestCount, seed });
      const validators = new Map<string, z.ZodType>();
      const validatorOf = ({ operation }: FuzzRequest, status: number): z.ZodType | null => {
        const name = `${operation} ${status}`;
        const known = validators.get(name);
        if (known !== undefined) return known;
        const [method = '', path = ''] = operation.split(' ');
        const answers = document.paths[path]?.[method === 'get' ? 'get' : 'post']?.responses;
        const schema = answers?.[String(status)]?.content['application/json'].schema;
        if (schema === undefined) return null;
        const validator = z.fromJSONSchema(
          JSON.parse(JSON.stringify(resolved(schema))) as z.core.JSONSchema.JSONSchema,
        );
        validators.set(name, validator);
        return validator;
      };
      const wrong: unknown[] = [];
      const statuses = new Map<string, number>();

      const next = made.values();
      async function work(): Promise<void> {
        for (const one of next) {
          const { status, text } = await send(one).catch((error: unknown) => ({
            status: -1,
            text: String(error),
          }));
          const name = `${one.operation} ${status}`;
          statuses.set(name, (statuses.get(name) ?? 0) + 1);
          // A key with a slash or a query, or an empty one, is another path.
          const isElsewhere = status === 404 && text.includes('"UNKNOWN_PATH"');
          // Node's own response to a head of more than 16 KiB.
          const isTooLong = status === 431 && one.path.length > 15_000;
          const isHead = one.method === 'HEAD' && [401, 404].includes(status);
          const isRight =
            isElsewhere || isHead || isTooLong
              ? true
              : one.operation === 'elsewhere'
                ? status >= 200 && status < 500
                : (validatorOf(one, status)?.safeParse(JSON.parse(text)).success ?? false);
          if (!isRight)
            wrong.push({
              seed,
              ...one,
              body: one.body && Buffer.from(one.body).toString().slice(0, 500),
              status,
              answer: text.slice(0, 500),
            });
        }
      }
      await Promise.all(Array.from({ length: 24 }, work));
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(service.logged).toEqual([]);
      // All kinds of requests are generated, or this would show little.
      const kinds = [
        'post /atoms 201',
        'post /atoms 400',
        'post /atoms 413',
        'get /atoms/{key} 200',
        'get /atoms/{key} 404',
        'post /batch-atoms 201',
        'post /recall 200',
        'post /batch-access 200',
        'post /batch-access 400',
      ];
      expect(kinds.filter((kind) => (statuses.get(kind) ?? 0) < 20)).toEqual([]);
    },
    longestMs,
  );
});
