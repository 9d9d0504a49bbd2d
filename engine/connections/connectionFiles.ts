import type { ImportCandidate, OpenedConnectionFile } from '#shared/domain/connectionImport.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import {
  connectionFileOf,
  largestConnectionFile,
  readConnectionFile,
  type ImportedConnection,
} from '#shared/connectionFile/connectionFile.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import type { UserFiles } from '../storage/userFiles/userFiles.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';
import type { Profile } from './profileStore.ts';

/** Files of connections without keys. Opening one adds nothing, and connects to nothing. */
export interface ConnectionFiles {
  /** The connections to services, as far as they have one. */
  readonly save: () => Promise<Result<SavedFile>>;
  /** null if the user canceled. */
  readonly open: () => Promise<Result<OpenedConnectionFile | null>>;
}

export function createConnectionFiles(effects: {
  readonly files: UserFiles;
  readonly profiles: () => readonly Profile[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}): ConnectionFiles {
  const { files, profiles, now } = effects;
  return {
    save: () =>
      files.save(
        'connections.json',
        connectionFileOf(
          profiles()
            .filter(({ kind }) => kind === 'service')
            .map(exported),
          now(),
        ),
      ),
    open: async () => {
      const opened = await files.open({ title: 'Connections', extensions: ['json'] });
      if (!opened.ok || opened.value === null) return opened.ok ? succeed(null) : opened;
      const { name, bytes } = opened.value;
      if (bytes.byteLength > largestConnectionFile) return refuse(words['too-large']);
      const read = readConnectionFile(new TextDecoder().decode(bytes));
      if (read.kind === 'refused') return refuse(words[read.why]);
      const { unreadable } = read;
      return succeed({ name, candidates: candidatesOf(read.connections, profiles()), unreadable });
    },
  };
}

function exported(profile: Profile): ImportedConnection {
  const { name, baseUrl, colour, environment = 'none', readOnly, limits, authorities } = profile;
  return {
    name,
    address: baseUrl,
    color: colour,
    environment,
    readOnly,
    ...(limits !== undefined && { limits }),
    ...(authorities !== undefined && { authorities }),
  };
}

function candidatesOf(
  connections: readonly ImportedConnection[],
  profiles: readonly Profile[],
): readonly ImportCandidate[] {
  const nameAt = (name: string, address: string): string => JSON.stringify([address, name]);
  const addresses = new Set(profiles.map(({ baseUrl }) => baseUrl));
  const names = new Set(profiles.map(({ name, baseUrl }) => nameAt(name, baseUrl)));
  const seen = new Set<string>();
  return connections.map((connection) => {
    const parsed = parseBaseAddress(connection.address);
    if (!parsed.ok) return { connection, duplicateOf: null, problem: parsed.error.message };
    const address = parsed.value.text;
    const full = nameAt(connection.name, address);
    const duplicateOf = seen.has(full)
      ? 'repeated'
      : names.has(full)
        ? 'same'
        : addresses.has(address)
          ? 'address'
          : null;
    seen.add(full);
    return { connection: { ...connection, address }, duplicateOf, problem: null };
  });
}

const words = {
  'not-ours': 'This is not a file of connections from Atom Explorer.',
  newer: 'This file was made by a newer version of Atom Explorer. Update the app to import it.',
  'too-large': 'This file is larger than 8 MiB, so it is not a file of connections.',
  'too-many': 'This file has more than 500 connections.',
} as const;

function refuse(message: string): Result<never> {
  return refuseInput('file', `${message} Nothing was imported.`);
}
