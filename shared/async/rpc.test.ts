import { describe, expect, it } from 'vitest';
import { createInTurn } from './inTurn.ts';
import { createCaller, serve, transferring, type FromServer, type ToServer } from './rpc.ts';

/** Two sides that pass each other copies, as threads do. */
function connect<T extends object>(handlers: () => T, inTurn?: (work: () => Promise<void>) => Promise<void>) {
  const sent: (readonly ArrayBuffer[])[] = [];
  const copy = <M>(message: M, transfer: readonly ArrayBuffer[]): M => {
    sent.push(transfer);
    return structuredClone(message, { transfer: [...transfer] });
  };
  const aborted: Promise<unknown>[] = [];
  const take = serve(
    handlers,
    (message: FromServer, transfer) => queueMicrotask(receive.bind(null, copy(message, transfer))),
    inTurn,
  );
  const caller = createCaller<T>(
    (message: ToServer, transfer) => queueMicrotask(take.bind(null, copy(message, transfer))),
    (answer) => void aborted.push(answer),
  );
  function receive(message: FromServer): void {
    caller.receive(message);
  }
  return { ...caller, sent, aborted };
}

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'));
  });

describe('calls to another thread', () => {
  it('return results, to the call that asked', async () => {
    const { remote } = connect(() => ({
      add: (one: number, other: number) => one + other,
      later: async (text: string) => text,
      nothing: () => undefined,
    }));
    expect(await Promise.all([remote.later('a'), remote.add(1, 2), remote.nothing()])).toEqual([
      'a',
      3,
      undefined,
    ]);
    // It may be awaited like any object.
    const awaited = await Promise.resolve(remote);
    expect(await awaited.add(2, 2)).toBe(4);
  });

  it('reject with the name, message, and code of an error', async () => {
    class Full extends Error {
      override readonly name = 'Full';
      readonly code = 'ENOSPC';
    }
    const { remote } = connect(() => ({
      save: () => {
        throw new Full('The disk is full.', { cause: new Error('write failed') });
      },
      odd: () => Promise.reject(new Error('odd')),
    }));
    await expect(remote.save()).rejects.toMatchObject({
      name: 'Full',
      message: 'The disk is full.: write failed',
      code: 'ENOSPC',
    });
    await expect(remote.odd()).rejects.not.toHaveProperty('code');
  });

  it('reject if there is no such call, and if what serves them could not be made', async () => {
    const { remote } = connect<{ toString: () => string; none?: () => void }>(() => ({}));
    await expect(remote.toString()).rejects.toThrow('There is no call named toString.');
    const broken = connect((): { a: () => void } => {
      throw Object.assign(new Error('sealed with another key'), { code: 'SEALED' });
    });
    await expect(broken.remote.a()).rejects.toMatchObject({ code: 'SEALED' });
  });

  it('hear what is passed to a function, until they end', async () => {
    let late: (value: number) => void = () => undefined;
    const { remote, pending } = connect(() => ({
      count: async (to: number, heard: (value: number) => void) => {
        late = heard;
        for (let value = 1; value <= to; value += 1) heard(value);
        return to;
      },
    }));
    const heard: number[] = [];
    expect(await remote.count(3, (value) => heard.push(value))).toBe(3);
    late(4);
    await Promise.resolve();
    expect(heard).toEqual([1, 2, 3]);
    expect(pending()).toBe(0);
  });

  it('tell text from functions and signals', async () => {
    const { remote } = connect(() => ({ same: (...texts: readonly unknown[]) => texts }));
    expect(await remote.same('function', 'signal', { aborted: true })).toEqual([
      'function',
      'signal',
      { aborted: true },
    ]);
  });

  it('are aborted by their signal at once, even while another runs, and all at once', async () => {
    const { remote, aborted, abortAll } = connect(() => ({ wait: untilAborted }), createInTurn());
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [remote.wait(first.signal), remote.wait(second.signal)];
    first.abort();
    expect(await waiting[0]).toBe('stopped');
    expect(aborted).toHaveLength(1);
    // The second starts only now, and hears of it.
    abortAll();
    expect(await waiting[1]).toBe('stopped');
    first.abort();
    second.abort();
    expect(aborted).toHaveLength(1);
    expect(await remote.wait(AbortSignal.abort())).toBe('stopped');
    expect(aborted).toHaveLength(2);
  });

  it('run one after the other in turn, side by side otherwise', async () => {
    const order: string[] = [];
    const handlers = () => ({
      work: async (name: string) => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
      },
    });
    const inTurn = connect(handlers, createInTurn());
    await Promise.all([inTurn.remote.work('a'), inTurn.remote.work('b')]);
    expect(order.splice(0)).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    const besides = connect(handlers);
    await Promise.all([besides.remote.work('a'), besides.remote.work('b')]);
    expect(order.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('transfer the buffers that were named', async () => {
    const { remote, sent } = connect(() => ({
      half: (bytes: Uint8Array<ArrayBuffer>) => {
        const half = bytes.slice(0, bytes.length / 2);
        return transferring(half, [half.buffer]);
      },
    }));
    const bytes = new Uint8Array(8);
    expect(await remote.half(transferring(bytes, [bytes.buffer]))).toHaveLength(4);
    expect(bytes).toHaveLength(0);
    expect(sent.map(({ length }) => length)).toEqual([1, 1]);
  });

  it('reject for what cannot be sent, in either direction', async () => {
    const { remote, pending } = connect(() => ({ echo: (value: unknown) => value, odd: () => () => 1 }));
    await expect(remote.echo([Symbol('a')])).rejects.toThrow('could not be cloned');
    await expect(remote.odd()).rejects.toThrow('could not be cloned');
    expect(pending()).toBe(0);
  });

  it('reject when the other side ends, with the first reason', async () => {
    const { remote, refuse, end, ended } = connect(() => ({ wait: untilAborted, now: () => 1 }));
    const waiting = remote.wait(new AbortController().signal);
    const answered = remote.now();
    expect(ended()).toBeNull();
    refuse(new Error('closed'));
    await expect(remote.now()).rejects.toThrow('closed');
    expect(await answered).toBe(1);
    end(new Error('has ended'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(remote.now()).rejects.toThrow('closed');
  });
});
