import { fail, refuseInput, type Result } from '#shared/domain/result.ts';

export const gone = refuseInput('id', 'This connection no longer exists.');
export const keyMissing: Result<never> = fail({
  code: 'key_missing',
  message: 'This connection has no API key. Enter it again.',
  requestId: null,
});

export function keyUnreadable(reason: string): Result<never> {
  return fail({
    code: 'keychain_unavailable',
    message: `The API key could not be read: ${reason}.`,
    requestId: null,
  });
}
