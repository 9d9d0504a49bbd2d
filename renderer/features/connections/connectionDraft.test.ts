import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import type { Connection, ConnectionId, KeyState } from '#shared/domain/connection.ts';
import { checkDraft, draftOf, emptyDraft, needsKey, refusedField, suggestName } from './connectionDraft.ts';

function connection(keyState: KeyState = { kind: 'saved' }): Connection {
  return {
    id: 'c1' as ConnectionId,
    kind: 'service',
    name: 'prod-eu',
    baseUrl: 'https://memory.example.com/eu',
    colour: 'teal',
    environment: 'staging',
    readOnly: true,
    keyState,
    scheme: null,
    keepsHistory: false,
  };
}

const all = { isKeyNeeded: true, isNameNeeded: true };

describe('checkDraft', () => {
  it('reports every missing field', () => {
    expect(Object.keys(checkDraft(emptyDraft, '', all)).sort()).toEqual(['apiKey', 'baseUrl', 'name']);
  });

  it('treats a name of spaces as missing', () => {
    const draft = { ...draftOf(connection()), name: '   ' };
    expect(checkDraft(draft, 'key', all)).toHaveProperty('name');
  });

  it('needs no key if one is saved, and no name for a test', () => {
    const draft = { ...draftOf(connection()), name: '' };
    expect(checkDraft(draft, '', { isKeyNeeded: false, isNameNeeded: false })).toEqual({});
  });

  it.each(['two words', 'line\nbreak', 'ключ', 'zero\u200Bwidth'])('rejects the key %j', (apiKey) => {
    expect(checkDraft(draftOf(connection()), apiKey, all)).toHaveProperty('apiKey');
  });

  it('accepts a complete draft', () => {
    expect(checkDraft(draftOf(connection()), 'ams_live-123.~+/=', all)).toEqual({});
  });
});

describe('needsKey', () => {
  it('is true for a new connection, and for one without a key', () => {
    expect(needsKey(null, '')).toBe(true);
    expect(needsKey(connection({ kind: 'missing' }), 'https://memory.example.com/eu')).toBe(true);
  });

  it('is false while the origin stays the same', () => {
    expect(needsKey(connection(), ' https://MEMORY.example.com:443/us ')).toBe(false);
  });

  it.each([
    'http://memory.example.com',
    'https://memory.example.com:8443',
    'https://evil.example',
    'not an address',
  ])('is true for the new address %s', (baseUrl) => {
    expect(needsKey(connection(), baseUrl)).toBe(true);
  });
});

describe('suggestName', () => {
  it('is the host, or empty', () => {
    expect(suggestName(' https://memory.example.com:8443/eu ')).toBe('memory.example.com:8443');
    expect(suggestName('memory')).toBe('');
  });
});

describe('refusedField', () => {
  const refusal = (field: string): AppError => ({
    code: 'invalid_input',
    field,
    message: 'No.',
    requestId: null,
  });

  it('finds the field that main refused', () => {
    expect(refusedField(refusal('baseUrl'))).toBe('baseUrl');
  });

  it('finds none for other inputs and other errors', () => {
    expect(refusedField(refusal('id'))).toBeNull();
    expect(refusedField({ code: 'internal', message: 'No.', requestId: null })).toBeNull();
  });
});
