import { fail, type Result } from '#shared/domain/result.ts';

export function refuse(field: string, message: string): Result<never> {
  return fail({ code: 'invalid_input', field, message, requestId: null });
}

export const gone = refuse('id', 'This connection no longer exists.');
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
