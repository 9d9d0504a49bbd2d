import type { z } from 'zod';

/** One operation that the window can call: how the main process parses its input, and what it returns on success. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output = unknown> {
  readonly input: Input;
  /** For the compiler only; never set. */
  readonly output?: Output;
}

/** Curried, because TypeScript infers either all type arguments or none. */
export function operation<Output>() {
  return <Input extends z.ZodType>(input: Input): Operation<Input, Output> => ({ input });
}
