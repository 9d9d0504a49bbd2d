/*
 * Calls to another thread or process. The protocol is an interface of functions: `serve` answers for an object that has it, and
 * `createCaller` makes an object like it on the other side. Functions and abort signals may be arguments: what the other side
 * passes to a function is sent back (its result is not), and an abort reaches the other side at once.
 */

/** An interface, as the other side of a thread sees it. */
export type Remote<T> = {
  readonly [Name in keyof T]: T[Name] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Awaited<Output>>
    : never;
};

interface Call {
  readonly id: number;
  readonly call: string;
  readonly input: readonly unknown[];
  /** Positions of the arguments that are `function` or `signal` instead of themselves. */
  readonly live: readonly number[];
}
export type ToServer = Call | { readonly id: number; readonly abort: true };

export type FromServer =
  /** Arguments for the function at position `at`. */
  | { readonly id: number; readonly at: number; readonly heard: readonly unknown[] }
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

/** An error as it is sent. `code`: such as that of the file system. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

type Post<Message> = (message: Message, transfer: readonly ArrayBuffer[]) => void;

const buffersOf = new WeakMap<object, readonly ArrayBuffer[]>();

/** Marks an argument or a result, whose buffers are then transferred instead of copied. */
export function transferring<T extends object>(value: T, buffers: readonly ArrayBuffer[]): T {
  buffersOf.set(value, buffers);
  return value;
}

const transfersOf = (values: readonly unknown[]): readonly ArrayBuffer[] =>
  values.flatMap((value) => (typeof value === 'object' && value !== null && buffersOf.get(value)) || []);

interface AbortSignalLike {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void, options: { once: true }) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

// Part of every runtime, but of no library of the language.
const { AbortController } = globalThis as unknown as {
  readonly AbortController: new () => { readonly signal: AbortSignalLike; readonly abort: () => void };
};

const isSignal = (value: unknown): value is AbortSignalLike =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;

/** An object on which every function calls `ask`. */
export function createRemote<T>(
  ask: (call: string, input: readonly unknown[]) => Promise<unknown>,
): Remote<T> {
  return new Proxy(Object.create(null) as Remote<T>, {
    // It is not a promise.
    get: (_, name) =>
      typeof name !== 'string' || name === 'then'
        ? undefined
        : (...input: readonly unknown[]) => ask(name, input),
  });
}

export interface Caller<T> {
  readonly remote: Remote<T>;
  /** Takes a message of the other side. */
  readonly receive: (message: FromServer) => void;
  /** How many calls are pending. */
  readonly pending: () => number;
  readonly abortAll: () => void;
  /** Rejects later calls. Pending ones may still be answered. */
  readonly refuse: (error: Error) => void;
  /** The other side has ended: rejects pending and later calls. The first reason counts. */
  readonly end: (error: Error) => void;
  /** Why calls are no longer possible; null while they are. */
  readonly ended: () => Error | null;
}

/** @param aborted a pending call was asked to stop, and ends with the promise */
export function createCaller<T extends object>(
  post: Post<ToServer>,
  aborted: (answer: Promise<unknown>) => void = () => undefined,
): Caller<T> {
  interface Pending {
    readonly input: readonly unknown[];
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: Error) => void;
  }
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let end: Error | null = null;

  const ask = async (call: string, input: readonly unknown[]): Promise<unknown> => {
    if (end !== null) throw end;
    lastId += 1;
    const id = lastId;
    const live = [...input.keys()].filter((at) => typeof input[at] === 'function' || isSignal(input[at]));
    const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { input, resolve, reject }));
    const sent = input.map((one) =>
      typeof one === 'function' ? 'function' : isSignal(one) ? 'signal' : one,
    );
    const signals = input.filter(isSignal);
    const abort = (): void => {
      post({ id, abort: true }, []);
      aborted(answer);
    };
    try {
      post({ id, call, input: sent, live }, transfersOf(input));
      for (const signal of signals) {
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      }
      return await answer;
    } finally {
      // What could not be sent is not pending either.
      pending.delete(id);
      for (const signal of signals) signal.removeEventListener('abort', abort);
    }
  };
  return {
    remote: createRemote(ask),
    receive: (message) => {
      const asked = pending.get(message.id);
      if (asked === undefined) return;
      if ('heard' in message) {
        const listener = asked.input[message.at];
        if (typeof listener === 'function') Reflect.apply(listener, undefined, message.heard);
        return;
      }
      pending.delete(message.id);
      if (message.ok) asked.resolve(message.value);
      else asked.reject(errorOf(message.failure));
    },
    pending: () => pending.size,
    abortAll: () => {
      for (const id of pending.keys()) post({ id, abort: true }, []);
    },
    refuse: (error) => {
      end ??= error;
    },
    end: (error) => {
      end ??= error;
      for (const { reject } of pending.values()) reject(end);
      pending.clear();
    },
    ended: () => end,
  };
}

/**
 * Answers calls. The returned function takes the messages of the other side.
 *
 * @param handlers if making them throws, every call rejects with that error
 * @param inTurn runs the calls; without it they run side by side
 */
export function serve(
  handlers: () => object,
  post: Post<FromServer>,
  inTurn: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): (message: ToServer) => void {
  const aborts = new Map<number, { readonly signal: AbortSignalLike; readonly abort: () => void }>();
  let made: { readonly handlers: object } | { readonly error: unknown };
  try {
    made = { handlers: handlers() };
  } catch (error) {
    made = { error };
  }
  const answer = async ({ id, call, input, live }: Call, signal: AbortSignalLike): Promise<void> => {
    try {
      if ('error' in made) throw made.error;
      const handler: unknown = Object.hasOwn(made.handlers, call) ? Reflect.get(made.handlers, call) : null;
      if (typeof handler !== 'function') throw new Error(`There is no call named ${call}.`);
      const own = input.map((one, at) => {
        if (!live.includes(at)) return one;
        if (one === 'signal') return signal;
        return (...heard: readonly unknown[]) => post({ id, at, heard }, []);
      });
      const value: unknown = await Reflect.apply(handler, made.handlers, own);
      post({ id, ok: true, value }, transfersOf([value]));
    } catch (error) {
      post({ id, ok: false, failure: failureOf(error) }, []);
    } finally {
      aborts.delete(id);
    }
  };
  return (message) => {
    if ('abort' in message) {
      aborts.get(message.id)?.abort();
      return;
    }
    const controller = new AbortController();
    aborts.set(message.id, controller);
    void inTurn(() => answer(message, controller.signal));
  };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: null };
  const code: unknown = 'code' in error ? error.code : null;
  // The details of a database error are in its cause.
  const reason = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return { name: error.name, message: error.message + reason, code: typeof code === 'string' ? code : null };
}

function errorOf({ name, message, code }: Failure): Error {
  const error = new Error(message);
  error.name = name;
  return code === null ? error : Object.assign(error, { code });
}
