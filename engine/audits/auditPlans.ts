import type { AuditScope } from '#shared/audit/auditFile.ts';
import { auditLimits } from '#shared/audit/limits.ts';
import {
  longestAuditName,
  type AuditListReading,
  type NewAudit,
  type NewAuditScope,
} from '#shared/domain/audit.ts';
import type { KeyFilter, KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { comparedAuditName } from '#shared/text/auditComparisonWords.ts';
import type { KeyImports } from '../discovery/imports/keyImports.ts';
import type { JobMemory } from '../known/jobMemory.ts';
import type { Receipts } from '../writing/receipts.ts';
import { parseAuditList, type AuditListUse } from './auditList.ts';
import { readPlan } from './auditPlanFiles.ts';
import type { ExpectedAtom } from '#shared/audit/auditLists.ts';
import type { Audits } from './audits.ts';
import type { AuditPlan } from './prepareAudit.ts';

/** Finds the keys of an audit that the window asks for. */
export interface AuditPlans {
  readonly readList: (
    id: ConnectionId,
    file: { readonly name: string; readonly bytes: Uint8Array; readonly use: AuditListUse },
  ) => Promise<AuditListReading>;
  readonly planOf: (wanted: NewAudit) => Promise<Result<AuditPlan>>;
  /** All keys that either of two connections knows, for an audit of each. */
  readonly plansOfBoth: (one: NamedConnection, other: NamedConnection) => readonly [AuditPlan, AuditPlan];
  /** The same scope again: known keys as they are now, listed ones as they were. */
  readonly repeated: (plan: AuditPlan, scheduleId: string | null) => Promise<AuditPlan>;
  readonly forget: (id: ConnectionId) => void;
}

interface NamedConnection {
  readonly id: ConnectionId;
  readonly name: string;
}

export interface AuditPlansEffects {
  readonly memory: Pick<JobMemory, 'selected'>;
  readonly imports: Pick<KeyImports, 'prepared'>;
  readonly receipts: Pick<Receipts, 'keysSince'>;
  readonly audits: Pick<Audits, 'baselineAt' | 'planFiles'>;
  readonly newId: () => string;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
}

interface ReadList {
  readonly connectionId: ConnectionId;
  readonly fileName: string;
  readonly atoms: ReadonlyMap<string, ExpectedAtom>;
}

/** Lists of a connection that are held until they are used or newer ones replace them. */
const mostLists = 2;

export function createAuditPlans(effects: AuditPlansEffects): AuditPlans {
  const lists = new Map<string, ReadList>();

  const ownWrites = async (id: ConnectionId): Promise<readonly string[]> => {
    const since = (await effects.audits.baselineAt(id)) ?? 0;
    const keys = new Set<string>();
    for await (const some of effects.receipts.keysSince(id, since)) {
      for (const key of some) if (keys.size < auditLimits.records) keys.add(key);
    }
    return [...keys];
  };
  const keysOfBoth = async function* (one: ConnectionId, other: ConnectionId) {
    for (const id of [one, other]) yield* effects.memory.selected(id, knownKeys(id));
  };
  const keysOf = async (
    id: ConnectionId,
    scope: NewAuditScope,
  ): Promise<Result<Pick<AuditPlan, 'scope' | 'keys' | 'expected' | 'delimiter'>>> => {
    const known = async (shown: AuditScope, selection: KeySelection, delimiter = '.') =>
      succeed({
        scope: shown,
        keys: effects.memory.selected(id, selection),
        expected: null,
        delimiter,
      });
    switch (scope.kind) {
      case 'all':
        return known({ kind: 'all' }, knownKeys(id));
      case 'bookmarks':
        return known({ kind: 'bookmarks' }, knownKeys(id, { bookmarked: true }));
      case 'branch': {
        const { path, delimiter } = scope;
        return known({ kind: 'branch', prefix: path }, knownKeys(id, {}, path, delimiter), delimiter);
      }
      case 'selection':
        if (scope.selection.kind === 'query' && scope.selection.query.connectionId !== id)
          return otherConnection;
        return known({ kind: 'selection' }, scope.selection);
      case 'audit': {
        const { connectionId, auditId } = scope.audit;
        const from = await effects.audits.planFiles(connectionId, auditId);
        if (!from.ok) return from;
        const { files, memo } = from.value;
        const plan = await readPlan(connectionId, files, memo);
        return succeed({
          scope: { kind: 'keys', source: memo.name },
          keys: plan.keys,
          expected: null,
          delimiter: plan.delimiter,
        });
      }
      case 'file': {
        const file = effects.imports.prepared(scope.importId);
        if (file === null || file.connectionId !== id) return fileGone;
        return succeed({
          scope: { kind: 'keys', source: file.name },
          keys: [file.keys],
          expected: null,
          delimiter: '.',
        });
      }
      case 'expected': {
        const list = lists.get(scope.listId);
        if (list === undefined || list.connectionId !== id) return fileGone;
        return succeed({
          scope: { kind: 'expected', source: list.fileName },
          keys: [[...list.atoms.keys()]],
          expected: list.atoms,
          delimiter: '.',
        });
      }
    }
  };

  return {
    readList: async (connectionId, { name, bytes, use }) => {
      const parsed = await parseAuditList(bytes, use, effects.pause);
      if (!parsed.ok) return { kind: 'refused', line: parsed.line, message: parsed.message };
      const { atoms } = parsed.list;
      const ofConnection = [...lists].filter(([, list]) => list.connectionId === connectionId);
      for (const [id] of ofConnection.slice(0, Math.max(0, ofConnection.length - mostLists + 1)))
        lists.delete(id);
      const id = effects.newId();
      lists.set(id, { connectionId, fileName: name, atoms });
      const stated = [...atoms.values()];
      return {
        kind: 'list',
        id,
        fileName: name,
        keys: atoms.size,
        versions: stated.filter(({ version }) => version !== null).length,
        hashes: stated.filter(({ valueHash }) => valueHash !== null).length,
      };
    },
    planOf: async ({ connectionId, name, scope, changes, options }) => {
      const found = await keysOf(connectionId, scope);
      if (!found.ok) return found;
      let expectedChanges: readonly string[] | null = null;
      if (changes.kind === 'own-writes') expectedChanges = await ownWrites(connectionId);
      if (changes.kind === 'list') {
        const list = lists.get(changes.listId);
        if (list === undefined || list.connectionId !== connectionId) return fileGone;
        expectedChanges = [...list.atoms.keys()];
      }
      return succeed({
        connectionId,
        name,
        ...found.value,
        changes: changes.kind,
        expectedChanges,
        leftOut: 0,
        options,
        scheduleId: null,
      });
    },
    plansOfBoth: (one, other) => {
      const planOf = (id: ConnectionId, { name }: NamedConnection): AuditPlan => ({
        connectionId: id,
        name: comparedAuditName(name).slice(0, longestAuditName),
        scope: { kind: 'both', other: name },
        keys: keysOfBoth(one.id, other.id),
        expected: null,
        changes: 'none',
        expectedChanges: null,
        leftOut: 0,
        options: { pinsRoot: false, rereadsMoved: true, shard: null },
        delimiter: '.',
        scheduleId: null,
      });
      return [planOf(one.id, other), planOf(other.id, one)];
    },
    repeated: async (plan, scheduleId) => {
      const { connectionId, scope, delimiter } = plan;
      const expectedChanges =
        plan.changes === 'own-writes' ? await ownWrites(connectionId) : plan.expectedChanges;
      const again = { ...plan, expectedChanges, scheduleId };
      if (scope.kind !== 'all' && scope.kind !== 'bookmarks' && scope.kind !== 'branch') return again;
      const selection =
        scope.kind === 'branch'
          ? knownKeys(connectionId, {}, scope.prefix, delimiter)
          : knownKeys(connectionId, scope.kind === 'bookmarks' ? { bookmarked: true } : {});
      return { ...again, keys: effects.memory.selected(connectionId, selection) };
    },
    forget: (connectionId) => {
      for (const [id, list] of lists) if (list.connectionId === connectionId) lists.delete(id);
    },
  };
}

function knownKeys(
  connectionId: ConnectionId,
  filter: Pick<KeyFilter, 'bookmarked'> = {},
  path = '',
  delimiter = '.',
): KeySelection {
  return {
    kind: 'query',
    query: {
      connectionId,
      filter: { text: '', mode: 'contains', ...filter },
      delimiter,
      path,
      sort: { column: 'key', direction: 'ascending' },
    },
    except: [],
  };
}

const otherConnection = refuseInput('selection', 'The selection belongs to another connection.');
const fileGone = refuseInput('scope', 'The file is no longer open. Choose it again.');
