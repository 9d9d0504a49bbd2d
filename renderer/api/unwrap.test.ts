import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { callService } from './ipc.ts';
import { AppFailure, toAppError, unwrap } from './unwrap.ts';

const cancelled = { code: 'cancelled', message: 'Cancelled.', requestId: 'r' } as const;

function stubCancel(cancelRequest = vi.fn<() => Promise<Result<null>>>(async () => succeed(null))) {
  vi.stubGlobal('window', { atomExplorer: { cancelRequest } });
  return cancelRequest;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('unwrap', () => {
  it('returns the value of a success', async () => {
    await expect(unwrap(Promise.resolve(succeed(42)))).resolves.toBe(42);
  });

  it('throws the error of a failure', async () => {
    const caught: unknown = await unwrap(Promise.resolve(fail(cancelled))).catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(AppFailure);
    expect(toAppError(caught)).toEqual(cancelled);
  });

  it('treats a rejected call as a bug in the app', async () => {
    const caught: unknown = await unwrap(Promise.reject(new Error('no handler'))).catch(
      (error: unknown) => error,
    );
    expect(toAppError(caught)).toEqual({ code: 'internal', message: 'no handler', requestId: null });
  });
});

describe('callService', () => {
  it('cancels the request by its own id when the signal aborts', async () => {
    const cancelRequest = stubCancel();
    const controller = new AbortController();
    let answer: (result: Result<number>) => void = () => undefined;
    let sentId = '';
    const call = callService(controller.signal, (requestId) => {
      sentId = requestId;
      return unwrap(
        new Promise<Result<number>>((resolve) => {
          answer = resolve;
        }),
      );
    });
    controller.abort();
    expect(cancelRequest).toHaveBeenCalledWith({ requestId: sentId });
    answer(fail(cancelled));
    await expect(call).rejects.toBeInstanceOf(AppFailure);
  });

  it('does not call at all if the signal is already aborted', async () => {
    stubCancel();
    const call = vi.fn<() => Promise<number>>(async () => 1);
    await expect(callService(AbortSignal.abort(), call)).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    expect(call).not.toHaveBeenCalled();
  });

  it('cancels nothing after the response arrived', async () => {
    const cancelRequest = stubCancel();
    const controller = new AbortController();
    await callService(controller.signal, async () => 1);
    controller.abort();
    expect(cancelRequest).not.toHaveBeenCalled();
  });

  it('uses a new request id for each call', async () => {
    stubCancel();
    const ids: string[] = [];
    const note = async (requestId: string) => {
      ids.push(requestId);
    };
    await callService(undefined, note);
    await callService(undefined, note);
    expect(new Set(ids).size).toBe(2);
  });
});
