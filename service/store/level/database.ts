import { ClassicLevel } from 'classic-level';
import type { LeafRecord, NewestVersion } from '../atomStore.ts';
import { makePrivate } from '../privateFolder.ts';
import type { Position } from '../../tree/merkleTree.ts';

/** Written last in every batch. It identifies the state of a database snapshot. */
interface TreeState {
  readonly format: 1;
  readonly size: number;
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** The key under which the tree's state is kept. */
export const treeStateKey = 'tree';

/**
 * Opens the database in `folder`, which only its owner may read, and creates it if there is none.
 *
 * @throws Error, with a message for people, if another process uses the folder, or it has another format
 */
export async function openDatabase(folder: string) {
  await makePrivate(folder);
  const level = new ClassicLevel(folder);
  try {
    await level.open();
  } catch (error) {
    throw new Error(openingFailure(folder, error), { cause: error });
  }
  const state = level.sublevel<string, TreeState>('state', { valueEncoding: 'json' });
  const database = {
    level,
    state,
    /** Atom key → its newest version. */
    newest: level.sublevel<string, NewestVersion>('newest', { valueEncoding: 'json' }),
    /** `leafId` → version of an atom. */
    leaves: level.sublevel<string, LeafRecord>('leaves', { valueEncoding: 'json' }),
    /** `nodeId` → hash. */
    nodes: level.sublevel<string, Buffer>('nodes', { valueEncoding: 'buffer' }),
    /** Client and context → its successors. */
    learnedContexts: level.sublevel<string, unknown>('learned-contexts', { valueEncoding: 'json' }),
    /** Atom key → its vector, of the model that `vectorModel` names. */
    vectors: level.sublevel<string, Buffer>('vectors', { valueEncoding: 'buffer' }),
    vectorModel: level.sublevel('vector-model'),
  };
  const found = await state.get(treeStateKey);
  if (found !== undefined && found.format !== 1) {
    await level.close();
    throw new Error(`${folder} was written by another version of this program.`);
  }
  return database;
}

// Hexadecimal of fixed width: ids sort as numbers do, and 14 digits hold 2^53.
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

export function leafId(leafIndex: number): string {
  return hex(leafIndex, 14);
}

export function nodeId({ level, index }: Position): string {
  return hex(level, 2) + hex(index, 14);
}

function openingFailure(folder: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'LEVEL_LOCKED') return `${folder} is in use by another running service.`;
  return `${folder} could not be opened: ${cause instanceof Error ? cause.message : String(error)}`;
}
