import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { RootInLedger, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { LedgerEntry, LedgerVerification, SightingEntry } from '#shared/domain/rootLedger.ts';
import type { VerifyEd25519 } from '#shared/transparency/signedNote.ts';
import { exists } from '../storage/missing.ts';
import type { Signer } from '../connections/identity/ed25519.ts';
import { continueAppendLog, type AppendLog } from '../storage/appendLog.ts';
import { createInTurn } from '#shared/async/inTurn.ts';
import { writeWholeFile } from '../storage/wholeFile.ts';
import { ledgerLine } from './ledgerEntry.ts';
import { ledgerFiles, ledgerText, loadLedger, type LoadedLedger } from './ledgerFiles.ts';
import { createCheckpoints, type Checkpoints, type SignedHead } from './checkpoints.ts';
import { createLedgerReading, type LedgerReading } from './ledgerReading.ts';
import { putOldLedgerAway, readOldLedger } from './oldLedger.ts';
import type { Asking, FoundContradiction, RootHistory, SeenRoot } from './rootHistory.ts';
import { verifyLedger } from './verifyLedger.ts';

export type RootToRecord = SeenRoot &
  Pick<SightingEntry, 'askedAt' | 'at' | 'endpoint' | 'path' | 'requestId'>;

/** A store of ours that was sent, but whose response stated no root or never came. */
export type WriteToRecord = Pick<SightingEntry, 'askedAt' | 'at' | 'endpoint' | 'requestId'>;

/** The installation key, as a ledger uses it. */
export interface LedgerKeys {
  /** The key to sign with, made on first use. May wait for the keychain. */
  readonly current: () => Promise<Result<Signer>>;
  /** The same without the keychain, if it is in memory; null if not. */
  readonly held: () => Signer | null;
  /** Every public key that this installation has or had. */
  readonly publicKeys: () => Promise<readonly Uint8Array[]>;
  readonly verify: VerifyEd25519;
}

/**
 * The root ledger of one connection: an append-only log of every root seen. It is a tree of RFC 6962 whose leaves are the
 * entries as they are in the file (`ledgerLine` says which bytes), and its heads are signed as checkpoints with the
 * installation key.
 *
 * A head is signed on request and before every export, after a new contradiction, and, if the installation has a key already,
 * every `entriesUnsigned` entries and when the ledger is closed. Entries after the newest checkpoint can be removed from the end
 * without a trace; everything else is detected.
 */
export interface RootLedger extends LedgerReading {
  /** How a root stands against what was recorded so far. */
  readonly status: (root: SeenRoot, asking: Asking) => RootStatus;
  /** What was recorded about one root, for a proof from elsewhere. */
  readonly find: (rootHash: string) => RootInLedger;
  /** Resolves when the entry is on disk. */
  readonly append: (root: RootToRecord) => Promise<void>;
  readonly appendWrite: (write: WriteToRecord) => Promise<void>;
  /** Records that the user accepts this root, and why. Resolves when it is on disk. */
  readonly accept: (rootHash: string, at: number, note?: string) => Promise<void>;
  readonly largestSize: () => bigint | null;
  readonly mayHaveStored: RootHistory['mayHaveStored'];
  readonly sizeOf: RootHistory['sizeOf'];
  /**
   * The newest root, as it stands against all that was recorded before it; null while there is none.
   *
   * @param statusOf compares it with more than the ledger
   */
  readonly lastRoot: (statusOf?: RootHistory['status']) => RootSighting | null;
  /** What was found about roots compared with earlier ones, in the order seen. */
  readonly contradictions: () => readonly FoundContradiction[];
  /** The head over all entries, signed; the last checkpoint if nothing was added since. */
  readonly signedHead: () => Promise<Result<SignedHead>>;
  /** Reads the files again and checks all of them. `progress`: entries so far. */
  readonly verify: (progress: (entries: number) => void) => Promise<LedgerVerification>;
  /** What it has now, for the record of the state. */
  readonly held: () => HeldLedger;
  /** The head over its first `size` entries, in hex; null if it has fewer. */
  readonly headOver: (size: number) => string | null;
  /** While it is in doubt, nothing is signed: a signature would vouch for entries that this installation may never have seen. */
  readonly setDoubted: (isDoubted: boolean) => void;
  /** Where a damaged ledger was moved when this one was opened. */
  readonly recoveredFrom: string | null;
  readonly close: () => Promise<void>;
}

/** A ledger, by what a later one must still contain. */
export interface HeldLedger {
  readonly origin: string;
  /** Entries. */
  readonly size: number;
  /** The head over them, in hex. */
  readonly head: string;
  /** Entries that a checkpoint with a valid signature covers. */
  readonly covered: number;
  /** The newest root; null while there is none. */
  readonly lastRoot: string | null;
}

export interface RootLedgerEffects {
  /** The folder of the ledger. */
  readonly folder: string;
  /** The folder where a ledger of the older format may be. */
  readonly oldFolder: string;
  readonly keys: LedgerKeys;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Makes the origin of a ledger unique. */
  readonly newId: () => string;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  /** Called after every entry and checkpoint. */
  readonly changed: () => void;
  /** Called when it is closed, after the last signature. */
  readonly closing?: () => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

/** Entries after which a head is signed. */
const entriesUnsigned = 1_000;

/** @throws NewerFileError, the error of the file system or of an older database that is in use */
export async function openRootLedger(effects: RootLedgerEffects): Promise<RootLedger> {
  const { folder, keys, now } = effects;
  const opened = await openFiles(effects);
  const { state, origin } = opened.ledger;
  const { history, timeline, tree } = state;
  const files = ledgerFiles(folder);
  const entriesLog = await continueAppendLog(files.entries, opened.ledger.wholeBytes.entries);
  let checkpoints: Checkpoints;
  try {
    checkpoints = await createCheckpoints(files.checkpoints, opened.ledger);
  } catch (error) {
    await entriesLog.close();
    throw error;
  }
  const inTurn = createInTurn();
  const reading = createLedgerReading({ file: files.entries, origin, state, checkpoints });
  let isClosed = false;
  let isDoubted = false;

  const sign = (signer: Signer) =>
    inTurn(async () => {
      const before = checkpoints.count();
      const head = await checkpoints.sign(tree, signer);
      if (checkpoints.count() > before) effects.changed();
      return head;
    });
  const signedHead: RootLedger['signedHead'] = async () => {
    if (isDoubted) return doubted;
    const signer = await keys.current();
    return signer.ok ? { ok: true, value: await sign(signer.value) } : signer;
  };
  const logUnsigned = (error: unknown): void => {
    effects.log('The head of a root ledger could not be signed.', error);
  };
  /** Signs while nobody waits for it. The keychain may take its time, and the ledger may be closed by then. */
  const signSoon = async (needsKey: boolean): Promise<void> => {
    try {
      if (isDoubted) return;
      if (needsKey && (await keys.publicKeys()).length === 0) return;
      const signer = await keys.current();
      if (!signer.ok) logUnsigned(signer.error.message);
      else if (!isClosed) await sign(signer.value);
    } catch (error) {
      logUnsigned(error);
    }
  };
  let triedAt = 0;
  /** One at a time, and counted only after writing, so that a failed write leaves no gap. */
  const append = (entryAt: (sequence: number) => LedgerEntry): Promise<void> =>
    inTurn(async () => {
      const before = history.contradictions().length;
      await appendEntry(entriesLog, opened.ledger, entryAt(tree.size()));
      effects.changed();
      if (history.contradictions().length > before) void signSoon(false);
      else if (tree.size() - Math.max(checkpoints.covered(), triedAt) >= entriesUnsigned) {
        triedAt = tree.size();
        void signSoon(true);
      }
    });
  return {
    ...reading,
    status: history.status,
    find: (rootHash) => {
      // A root with evidence against it vouches for nothing, however often it was seen.
      const at = now();
      const { kind } = history.status({ rootHash, treeSize: null }, { askedAt: at, at });
      return kind === 'contradiction' || kind === 'unexplained'
        ? { kind: 'doubtful' }
        : timeline.find(rootHash);
    },
    append: ({ rootHash, treeSize, path: proof, askedAt, at, endpoint, requestId }) =>
      append((sequence) => ({
        sequence,
        at,
        kind: 'root',
        askedAt,
        endpoint,
        requestId,
        rootHash,
        treeSize: treeSize?.toString() ?? null,
        path: proof,
      })),
    appendWrite: ({ askedAt, at, endpoint, requestId }) =>
      append((sequence) => ({ sequence, at, kind: 'write', askedAt, endpoint, requestId })),
    accept: (rootHash, at, note = '') =>
      append((sequence) => {
        const treeSize = history.sizeOf(rootHash)?.toString() ?? null;
        return { sequence, at, kind: 'accepted', rootHash, treeSize, note };
      }),
    largestSize: history.largestSize,
    mayHaveStored: history.mayHaveStored,
    sizeOf: history.sizeOf,
    contradictions: history.contradictions,
    lastRoot: state.lastRoot,
    signedHead,
    verify: async (progress) =>
      verifyLedger({
        folder,
        origin,
        loaded: tree,
        publicKeys: await keys.publicKeys(),
        verify: keys.verify,
        pause: effects.pause,
        progress,
        now,
      }),
    held: () => ({
      origin,
      size: tree.size(),
      head: toHex(tree.head(tree.size())),
      covered: checkpoints.verified(),
      lastRoot: state.lastRoot()?.rootHash ?? null,
    }),
    headOver: (size) => (size > tree.size() ? null : toHex(tree.head(size))),
    setDoubted: (doubts) => {
      isDoubted = doubts;
    },
    recoveredFrom: opened.recoveredFrom,
    close: async () => {
      const signer = isDoubted ? null : keys.held();
      if (signer !== null && tree.size() > checkpoints.covered()) await sign(signer).catch(logUnsigned);
      isClosed = true;
      await effects.closing?.().catch((error: unknown) => {
        effects.log('The record of the state could not be saved.', error);
      });
      await inTurn(() => Promise.all([entriesLog.close(), checkpoints.close(), reading.closeReading()]));
    },
  };
}

const doubted: Result<never> = fail({
  code: 'ledger_doubted',
  message: 'Parts of what was saved of this connection are lost.',
  requestId: null,
});

async function appendEntry(
  entriesLog: AppendLog,
  { state }: LoadedLedger,
  entry: LedgerEntry,
): Promise<void> {
  const json = JSON.stringify(entry);
  const { line, leaf } = ledgerLine(json);
  const from = entriesLog.size();
  await entriesLog.append(line);
  state.add(entry, leaf, { from, to: from + Buffer.byteLength(json, 'utf8') });
}

/** Loads the ledger, or begins one: from a ledger of the older format, after a damaged one, or empty. */
async function openFiles(
  effects: RootLedgerEffects,
): Promise<{ readonly ledger: LoadedLedger; readonly recoveredFrom: string | null }> {
  const { folder, oldFolder, keys, now, pause } = effects;
  const load = () => loadLedger(folder, { publicKeys: keys.publicKeys, verify: keys.verify, pause });
  const begin = async (beginning: readonly LedgerEntry[]): Promise<LoadedLedger> => {
    const file = ledgerFiles(folder).entries;
    const origin = `atom-explorer/root-ledger/${effects.newId()}`;
    await mkdir(folder, { recursive: true });
    const content = ledgerText(origin, beginning);
    await writeWholeFile({ file, temporary: `${file}.new`, content, mode: 0o600 });
    const begun = await load();
    if (!begun.ok) throw new Error('A root ledger that was just written cannot be read.');
    return begun.ledger;
  };
  /** Entry 0 of a ledger that follows a damaged one. */
  const after = (damage: Extract<LedgerEntry, { readonly kind: 'set-aside' }>['damage'], moved: string) =>
    begin([{ sequence: 0, at: now(), kind: 'set-aside', damage, movedTo: path.basename(moved) }]);

  const files = ledgerFiles(folder);
  if (!(await exists(files.entries)) && (await exists(files.checkpoints))) {
    // Its checkpoints say that there was one.
    const recoveredFrom = `${folder}.damaged-${String(now())}`;
    await rename(folder, recoveredFrom);
    return { ledger: await after({ kind: 'unreadable' }, recoveredFrom), recoveredFrom };
  }
  if (await exists(files.entries)) {
    if (await exists(oldFolder)) await putOldLedgerAway(oldFolder, now);
    const found = await load();
    if (found.ok) return { ledger: found.ledger, recoveredFrom: null };
    const recoveredFrom = `${folder}.damaged-${String(now())}`;
    await rename(folder, recoveredFrom);
    return { ledger: await after(found.damage, recoveredFrom), recoveredFrom };
  }
  if (!(await exists(oldFolder))) return { ledger: await begin([]), recoveredFrom: null };

  const old = await readOldLedger(oldFolder, now);
  if (old.kind === 'damaged')
    return { ledger: await after(old.damage, old.movedTo), recoveredFrom: old.movedTo };
  const { entries, lastHash } = old;
  const migrated: LedgerEntry = {
    sequence: entries.length,
    at: now(),
    kind: 'migrated',
    entries: entries.length,
    lastHash,
  };
  const ledger = await begin(entries.length === 0 ? [] : [...entries, migrated]);
  await putOldLedgerAway(oldFolder, now);
  return { ledger, recoveredFrom: null };
}
