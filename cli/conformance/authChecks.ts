import { checkRefusal, type Context } from './context.ts';

const section = '5 authentication';

/** Section 5: a missing or an invalid key is refused for any request. Only reads. */
export async function checkAuthentication(context: Context): Promise<void> {
  const path = '/atoms/v1.conformance.nobody';
  const missing = await context.probe.ask({ method: 'GET', path, apiKey: null });
  checkRefusal(
    context,
    section,
    'a request without a key returns 401 UNAUTHORIZED',
    missing,
    401,
    'UNAUTHORIZED',
  );
  const wrong = await context.probe.ask({ method: 'GET', path, apiKey: 'not-a-key-of-this-service' });
  checkRefusal(
    context,
    section,
    'a request with an invalid key returns 401 UNAUTHORIZED',
    wrong,
    401,
    'UNAUTHORIZED',
  );
  const recall = await context.probe.ask({
    method: 'POST',
    path: '/recall',
    apiKey: null,
    body: { query: 'anything', limit: 1 },
  });
  checkRefusal(
    context,
    section,
    'a recall without a key returns 401 UNAUTHORIZED',
    recall,
    401,
    'UNAUTHORIZED',
  );
}
