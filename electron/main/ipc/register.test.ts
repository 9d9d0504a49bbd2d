import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import { ipcInputs, type IpcChannel } from '#shared/ipc/contract.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { succeed } from '#shared/domain/result.ts';
import { registerIpc, type IpcHandlers } from './register.ts';

type Listener = (event: IpcMainInvokeEvent, payload: unknown) => unknown;

/** Registers handlers that all answer with what they were given, but for the ones replaced. */
function register(replaced: Partial<IpcHandlers> = {}, isTrusted = true) {
  const listeners = new Map<string, Listener>();
  const logged: unknown[] = [];
  const reached: string[] = [];
  const echoes = Object.fromEntries(
    Object.keys(ipcInputs).map((channel) => [
      channel,
      async (input: unknown) => {
        reached.push(channel);
        return succeed(input);
      },
    ]),
  );
  registerIpc(
    {
      ipcMain: {
        handle: (channel, listener) => {
          listeners.set(channel, listener);
        },
      },
      isTrustedSender: () => isTrusted,
      log: (message, error) => logged.push(message, error),
    },
    { ...(echoes as unknown as IpcHandlers), ...replaced },
  );
  const event = { senderFrame: { url: 'https://evil.example/' } } as IpcMainInvokeEvent;
  const invoke = async (channel: IpcChannel, payload?: unknown): Promise<unknown> =>
    listeners.get(channel)?.(event, payload);
  return { invoke, listeners, logged, reached };
}

const filter = { text: 'a', mode: 'glob', states: ['unread'], bookmarked: true, tag: 't' };
const atoms = {
  connectionId: 'i',
  filter: { text: '', mode: 'contains' },
  delimiter: '/',
  path: '',
  sort: { column: 'hash', direction: 'descending' },
};
const expectation = { name: null, query: 'q', within: 1, limit: 10, expect: ['k'], reject: [] };

const valid: { readonly [C in IpcChannel]: unknown } = {
  'app:info': undefined,
  'app:setTheme': 'dark',
  'app:reportError': { message: 'failed', stack: null },
  'app:showLogFile': undefined,
  'app:copyText': 'text',
  'connections:list': undefined,
  'connections:add': {
    name: 'n',
    baseUrl: 'https://a.example',
    colour: 'blue',
    readOnly: false,
    apiKey: 'k',
  },
  'connections:edit': { id: 'i', name: 'n', baseUrl: 'https://a.example', colour: 'blue', readOnly: true },
  'connections:setKey': { id: 'i', apiKey: 'k' },
  'connections:saveKey': { id: 'i' },
  'connections:readKey': { id: 'i' },
  'connections:remove': { id: 'i' },
  'connections:setScheme': { id: 'i', scheme: embeddedServiceScheme },
  'connections:test': { requestId: 'r', id: 'i' },
  'connections:openDemo': undefined,
  'atoms:read': { connectionId: 'i', requestId: 'r', key: 'k' },
  'atoms:readMany': { connectionId: 'i', requestId: 'r', keys: ['k'] },
  'atoms:recall': { connectionId: 'i', requestId: 'r', query: '', limit: 1 },
  'atoms:store': {
    connectionId: 'i',
    requestId: 'r',
    key: 'k',
    value: '',
    basis: { kind: 'absent' },
    allowSensitive: false,
  },
  'atoms:storeMany': {
    connectionId: 'i',
    requestId: 'r',
    title: 't',
    atoms: [{ key: 'k', value: '', basis: { kind: 'as-read', version: 1, value: '' } }],
    allowSensitive: true,
  },
  'drafts:list': { connectionId: 'i' },
  'drafts:keep': {
    connectionId: 'i',
    id: 'd',
    key: 'k',
    value: 'v',
    base: { version: null, value: 'w', verdict: null },
  },
  'drafts:remove': { connectionId: 'i', id: 'd' },
  'writes:list': { connectionId: 'i', window: { from: 0, to: 1 } },
  'writes:read': { connectionId: 'i', id: 'w' },
  'writes:export': { connectionId: 'i', ids: null, format: 'json' },
  'writes:clear': { connectionId: 'i' },
  'writes:sizes': { connectionId: 'i' },
  'uploads:current': { connectionId: 'i' },
  'uploads:choose': { connectionId: 'i' },
  'uploads:beginDropped': { connectionId: 'i', name: 'a.csv', bytes: 1 },
  'uploads:addDropped': { uploadId: 'u', bytes: new Uint8Array(1) },
  'uploads:endDropped': { uploadId: 'u' },
  'uploads:readAs': {
    uploadId: 'u',
    choice: { format: 'csv', encoding: 'utf-8', delimiter: ';', hasHeader: true },
  },
  'uploads:stage': {
    uploadId: 'u',
    mapping: { key: '{key}', value: { kind: 'object', columns: ['a'] }, trimKeys: true },
  },
  'uploads:remap': { uploadId: 'u' },
  'uploads:rows': {
    uploadId: 'u',
    filter: { problem: 'duplicate', edited: true },
    window: { from: 0, to: 10 },
  },
  'uploads:row': { uploadId: 'u', row: 0 },
  'uploads:changeRow': { uploadId: 'u', row: 0, key: 'k', value: 'v' },
  'uploads:revertRows': { uploadId: 'u', selection: { kind: 'rows', rows: [0] } },
  'uploads:dropRows': {
    uploadId: 'u',
    selection: { kind: 'filter', filter: { status: 'blocked' } },
    dropped: true,
  },
  'uploads:allowRows': { uploadId: 'u', selection: { kind: 'rows', rows: [0] }, allowed: true },
  'uploads:sendRowsAgain': { uploadId: 'u', selection: { kind: 'rows', rows: [0] } },
  'uploads:setDuplicateRule': { uploadId: 'u', rule: 'last' },
  'uploads:compare': { uploadId: 'u' },
  'uploads:send': {
    uploadId: 'u',
    settings: { batchAtoms: 500, skipSame: true, onRefusal: 'ask', verify: true },
  },
  'uploads:answer': { uploadId: 'u', answer: { kind: 'drop', always: false } },
  'uploads:stop': { uploadId: 'u' },
  'uploads:verify': { uploadId: 'u' },
  'uploads:saveReport': { uploadId: 'u', format: 'csv' },
  'uploads:discard': { uploadId: 'u' },
  'files:save': { suggestedName: 'a.csv', content: 'text' },
  'files:open': { title: 't', extensions: ['csv'] },
  'scoreboard:read': { connectionId: 'i', latest: null, edgeFilter: '' },
  'scoreboard:observations': { connectionId: 'i' },
  'scoreboard:opened': { connectionId: 'i', key: 'k' },
  'scoreboard:clear': { connectionId: 'i' },
  'recordings:list': undefined,
  'recordings:start': { connectionId: 'i', name: '' },
  'recordings:stop': undefined,
  'recordings:read': { id: 'r' },
  'recordings:rename': { id: 'r', name: 'n' },
  'recordings:remove': { id: 'r' },
  'recordings:add': { text: '{}', connectionId: null },
  'recordings:replay': { requestId: 'r', id: 'r', connectionId: 'i', steps: 1 },
  'runs:list': { connectionId: 'i' },
  'runs:read': { connectionId: 'i', id: 'r' },
  'runs:change': { connectionId: 'i', id: 'r', name: null, pinned: true },
  'runs:remove': { connectionId: 'i', ids: ['r'] },
  'runs:restore': { connectionId: 'i' },
  'expectations:list': { connectionId: 'i' },
  'expectations:add': { connectionId: 'i', expectations: [expectation] },
  'expectations:replace': { connectionId: 'i', id: 'e', expectation },
  'expectations:remove': { connectionId: 'i', ids: ['e'] },
  'expectations:restore': { connectionId: 'i' },
  'expectations:run': { connectionId: 'i', requestId: 'r', ids: null, requireVerified: true },
  'requests:cancel': { requestId: 'r' },
  'catalogue:summary': { connectionId: 'i' },
  'catalogue:findRoot': { connectionId: 'i', rootHash: 'ab' },
  'catalogue:tree': {
    query: { connectionId: 'i', filter, delimiter: '.', open: { others: true, except: [''] } },
    window: { from: 0, to: 1 },
  },
  'catalogue:locateInTree': {
    query: { connectionId: 'i', filter, delimiter: '.', open: { others: false, except: [''] } },
    target: { kind: 'typed', text: 'a', after: 3 },
  },
  'catalogue:atoms': { query: atoms, window: { from: 0, to: 1 } },
  'catalogue:locateInAtoms': { query: atoms, key: 'k' },
  'catalogue:keys': { query: atoms, window: { from: 0, to: 100_000 } },
  'catalogue:entries': { connectionId: 'i', keys: ['k'] },
  'catalogue:leafMap': { connectionId: 'i', cells: 100 },
  'catalogue:annotate': { connectionId: 'i', keys: ['k'], change: { note: 'n', addTags: ['t'] } },
  'catalogue:memory': { connectionId: 'i', key: 'k' },
  'catalogue:settle': {
    connectionId: 'i',
    selection: { kind: 'keys', keys: ['k'] },
    settlement: 'keep',
  },
  'catalogue:acceptRoot': { connectionId: 'i', rootHash: 'ab' },
  'catalogue:forget': { connectionId: 'i', selection: { kind: 'query', query: atoms, except: ['k'] } },
  'jobs:list': { connectionId: 'i' },
  'jobs:pause': { jobId: 'j' },
  'jobs:resume': { jobId: 'j' },
  'jobs:cancel': { jobId: 'j' },
  'jobs:dismiss': { jobId: 'j' },
  'reads:start': {
    connectionId: 'i',
    selection: {
      kind: 'query',
      query: {
        connectionId: 'i',
        filter: { text: '', mode: 'contains', states: ['red', 'unread'] },
        delimiter: '.',
        path: 'v1',
        sort: { column: 'key', direction: 'ascending' },
      },
      except: ['v1.a'],
    },
  },
  'exports:start': {
    connectionId: 'i',
    selection: { kind: 'keys', keys: ['v1.a'] },
    content: 'proofs',
    format: 'csv',
  },
  'imports:read': { connectionId: 'i', name: 'keys.txt', bytes: new Uint8Array([97]) },
  'imports:readTable': { importId: 'm', column: 0, hasHeader: true },
  'imports:start': { importId: 'm', how: 'verify' },
  'imports:drop': { importId: 'm' },
  'imports:learnMissing': { jobId: 'j' },
  'discovery:start': {
    connectionId: 'i',
    afresh: false,
    settings: { seeds: ['crop'], budget: 100, limit: null, pauseMs: 0, guesses: true },
  },
  'history:list': { connectionId: 'i', key: 'k' },
  'history:value': { connectionId: 'i', key: 'k', id: '1' },
  'history:size': { connectionId: 'i' },
  'history:setKept': { connectionId: 'i', isKept: true },
  'history:clear': { connectionId: 'i', key: 'k' },
};
const channels = Object.keys(ipcInputs) as IpcChannel[];

describe('registerIpc', () => {
  it('answers every channel of the contract and no other', () => {
    expect([...register().listeners.keys()].sort()).toEqual([...channels].sort());
  });

  it.each(channels)('hands a well-formed %s on', async (channel) => {
    const { invoke } = register();
    expect(await invoke(channel, valid[channel])).toEqual({ ok: true, value: valid[channel] });
  });

  it.each(channels)('refuses %s from a page that is not ours, loudly', async (channel) => {
    const { invoke, logged, reached } = register({}, false);
    await expect(invoke(channel, valid[channel])).rejects.toThrow('may not');
    expect(reached).toEqual([]);
    expect(logged).toContain('https://evil.example/');
  });

  it.each(channels)('refuses malformed input to %s before any handler sees it', async (channel) => {
    const { invoke, reached } = register();
    const extra = valid[channel];
    const malformed = [7, [], { unexpected: 1 }, null];
    if (typeof extra === 'object') malformed.push({ ...extra, unexpected: 1 });
    for (const payload of malformed) {
      expect(await invoke(channel, payload)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
    expect(reached).toEqual([]);
  });

  it('names the field', async () => {
    const { invoke } = register();
    const payload = { connectionId: 'i', requestId: 'r', keys: ['a', 7] };
    expect(await invoke('atoms:readMany', payload)).toMatchObject({ error: { field: 'keys.1' } });
  });

  it.each([
    ['atoms:read', { connectionId: 'i', requestId: 'r', key: '' }, 'The input “key” is empty.'],
    [
      'atoms:read',
      { connectionId: 'i', requestId: 'r', key: 'k'.repeat(1_000_001) },
      'The input “key” is longer than 1000000 characters.',
    ],
    [
      'atoms:readMany',
      { connectionId: 'i', requestId: 'r', keys: [7] },
      'The input “keys.0” is not of the type string.',
    ],
    [
      'atoms:recall',
      { connectionId: 'i', requestId: 'r', query: 'q', limit: 0 },
      'The input “limit” must be at least 1.',
    ],
    ['atoms:read', { connectionId: 'i', requestId: 'r', key: 'a', more: 1 }, 'The input is not accepted.'],
  ] as const)(
    'says what is wrong with an input of %s in words of its own',
    async (channel, payload, message) => {
      const { invoke } = register();
      expect(await invoke(channel, payload)).toMatchObject({ ok: false, error: { message } });
    },
  );

  it.each([
    ['a node rule', { ...embeddedServiceScheme, path: { ...embeddedServiceScheme.path, node: 'xor' } }],
    ['a pre-image', { ...embeddedServiceScheme, leaf: { ...embeddedServiceScheme.leaf, preimage: 'mood' } }],
    ['a missing part', { leaf: embeddedServiceScheme.leaf }],
  ])('refuses a chosen scheme for %s that the registry does not have', async (_what, scheme) => {
    const { invoke, reached } = register();
    expect(await invoke('connections:setScheme', { id: 'i', scheme })).toMatchObject({ ok: false });
    expect(reached).toEqual([]);
  });

  it('lets a scheme be forgotten, and be chosen without a leaf rule', async () => {
    const { invoke } = register();
    const withoutLeaf = { path: embeddedServiceScheme.path, leaf: null };
    for (const scheme of [null, withoutLeaf])
      expect(await invoke('connections:setScheme', { id: 'i', scheme })).toMatchObject({ ok: true });
  });

  it('never repeats what was sent in the words of a refusal', async () => {
    const { invoke } = register();
    const answer = await invoke('connections:setKey', { id: 7, apiKey: ['sk-secret'] });
    expect(JSON.stringify(answer)).not.toContain('sk-secret');
  });

  it('answers with plain words when a handler throws, and logs the rest', async () => {
    const bug = new Error('at /home/me: sk-secret');
    const { invoke, logged } = register({ 'connections:list': () => Promise.reject(bug) });
    const answer = await invoke('connections:list');
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toMatch(/home|secret|stack/);
    expect(logged).toContain(bug);
  });
});
