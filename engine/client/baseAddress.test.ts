import { describe, expect, it } from 'vitest';
import { parseBaseAddress } from './baseAddress.ts';

describe('parseBaseAddress', () => {
  it.each([
    ['https://memory.example.com', 'https://memory.example.com'],
    ['https://memory.example.com/', 'https://memory.example.com'],
    ['https://memory.example.com///', 'https://memory.example.com'],
    ['https://memory.example.com/v1/tenant/', 'https://memory.example.com/v1/tenant'],
    ['https://memory.example.com:8443/a', 'https://memory.example.com:8443/a'],
    ['https://memory.example.com:443', 'https://memory.example.com'],
    ['HTTPS://Memory.Example.COM', 'https://memory.example.com'],
    ['  https://memory.example.com  ', 'https://memory.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('accepts %s', (typed, text) => {
    expect(parseBaseAddress(typed)).toMatchObject({ ok: true, value: { text } });
  });

  it.each([
    ['http://memory.example.com', /https/],
    ['http://localhost.evil.example', /https/],
    ['http://127.0.0.1.evil.example', /https/],
    ['http://[::ffff:127.0.0.1]', /https/],
    ['http://0.0.0.0', /https/],
    ['http://127.0.0.1@evil.example', /user name/],
    ['https://user:secret@memory.example.com', /user name/],
    ['https://@memory.example.com', /user name/],
    ['https://memory.example.com?x=1', /query/],
    ['https://memory.example.com/?', /query/],
    ['https://memory.example.com/#', /fragment/],
    ['file:///etc/passwd', /https/],
    ['javascript:alert(1)', /https/],
    ['ftp://memory.example.com', /ftp/],
    ['memory.example.com', /https/],
    ['localhost:3000', /https/],
    ['https://', /host/],
    ['https:///path', /host/],
    ['https:\\\\memory.example.com', /backslash/],
    ['https://memory.example.com\\@evil.example', /backslash/],
    ['https://memory .example.com', /spaces/],
    ['https://mem\u202eory.example.com', /invisible/],
    ['https://memory.example.com:99999', /not a valid address/i],
    ['https://memory.example.com:0', /Port 0/],
    ['', /https/],
  ])('refuses %j, says why, and names the field', (typed, words) => {
    const result = parseBaseAddress(typed);
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'baseUrl' } });
    expect(result.ok ? '' : result.error.message).toMatch(words);
  });

  it('has no brackets around an IPv6 host for node:http, and a separate path prefix', () => {
    expect(parseBaseAddress('http://[::1]:8080/a/b/')).toMatchObject({
      value: { hostname: '::1', port: '8080', pathPrefix: '/a/b', origin: 'http://[::1]:8080' },
    });
  });
});
