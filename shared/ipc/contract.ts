import type { z } from 'zod';
import type { Result } from '../domain/result.ts';
import { appOperations, fileOperations } from './appOperations.ts';
import { atomOperations, draftOperations, historyOperations, writeOperations } from './atomOperations.ts';
import { auditOperations } from './auditOperations.ts';
import { browseOperations } from './browseOperations.ts';
import { catalogueOperations } from './catalogueOperations.ts';
import { connectionOperations, requestOperations } from './connectionOperations.ts';
import { evidenceOperations, identityOperations } from './evidenceOperations.ts';
import type { IpcEvent, IpcEventName } from './events.ts';
import { jobOperations } from './jobOperations.ts';
import { ledgerOperations } from './ledgerOperations.ts';
import { stateOperations } from './stateOperations.ts';
import type { Operation } from './operation.ts';
import { pinOperations } from './pinOperations.ts';
import { requestLogOperations } from './requestLogOperations.ts';
import { expectationOperations, runOperations, scoreboardOperations } from './recallOperations.ts';
import { serviceFactOperations } from './serviceFactOperations.ts';
import { snapshotOperations } from './snapshotOperations.ts';
import { timestampOperations } from './timestampOperations.ts';
import { uploadOperations } from './uploadOperations.ts';

/**
 * Everything that the window can ask of the main process. An operation is named here and nowhere else: the preload's
 * functions, the parsers and the types of the handlers follow from it. The main process parses every input.
 */
export const ipcOperations = {
  ...appOperations,
  ...fileOperations,
  ...connectionOperations,
  ...requestOperations,
  ...requestLogOperations,
  ...atomOperations,
  ...historyOperations,
  ...draftOperations,
  ...writeOperations,
  ...runOperations,
  ...expectationOperations,
  ...scoreboardOperations,
  ...catalogueOperations,
  ...browseOperations,
  ...ledgerOperations,
  ...stateOperations,
  ...pinOperations,
  ...jobOperations,
  ...auditOperations,
  ...uploadOperations,
  ...serviceFactOperations,
  ...snapshotOperations,
  ...identityOperations,
  ...evidenceOperations,
  ...timestampOperations,
} satisfies Record<string, Operation>;

type Operations = typeof ipcOperations;
export type OperationName = keyof Operations;
/** What the window sends (before parsing). */
export type IpcInput<O extends OperationName> = DeepReadonly<z.input<Operations[O]['input']>>;
/** What a handler receives (after parsing). */
export type IpcParsedInput<O extends OperationName> = z.output<Operations[O]['input']>;
type DeepReadonly<T> = T extends string | number | boolean | null | undefined | Uint8Array
  ? T
  : { readonly [K in keyof T]: DeepReadonly<T[K]> };
/** What the window gets back on success. */
export type IpcOutput<O extends OperationName> =
  Operations[O] extends Operation<z.ZodType, infer Output> ? Output : never;
/** The arguments of a call: none for an operation without input. */
export type IpcArguments<O extends OperationName> =
  undefined extends IpcInput<O> ? readonly [] : readonly [input: IpcInput<O>];

/** What the preload exposes as `window.atomExplorer`: a function for each operation and each event. */
export type AtomExplorerApi = {
  readonly [O in OperationName]: (...input: IpcArguments<O>) => Promise<Result<IpcOutput<O>>>;
} & {
  /** Returns the function that ends the subscription. */
  readonly [E in IpcEventName as `on${Capitalize<E>}`]: (
    listener: (event: IpcEvent<E>) => void,
  ) => () => void;
};
