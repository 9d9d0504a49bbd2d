import { describe, expect, it } from 'vitest';
import { isAllowedRequest, isOwnMainFrame, isOwnPage } from './appOrigin.ts';

const dev = 'http://localhost:5173';

describe('isOwnPage', () => {
  it.each<[string, string | null, boolean]>([
    ['app://atom-explorer/index.html', null, true],
    ['app://atom-explorer', null, false],
    ['app://atom-explorer.evil/index.html', null, false],
    ['app://atom-explorer@evil/index.html', null, false],
    ['https://atom-explorer/index.html', null, false],
    ['about:blank', null, false],
    ['', null, false],
    ['http://localhost:5173/index.html', null, false],
    ['http://localhost:5173/index.html', dev, true],
    ['http://localhost:51730/index.html', dev, false],
    ['http://localhost:5173@evil.example/', dev, false],
  ])('%s with dev server %s: %s', (url, devServerOrigin, expected) => {
    expect(isOwnPage(url, devServerOrigin)).toBe(expected);
  });
});

describe('isOwnMainFrame', () => {
  const own = 'app://atom-explorer/index.html';
  it.each<[string, Parameters<typeof isOwnMainFrame>[0], boolean]>([
    ['the page itself', { url: own, parent: null }, true],
    ['a frame inside of the page', { url: own, parent: {} }, false],
    ['a page from elsewhere', { url: 'https://evil.example/', parent: null }, false],
    ['a look-alike of the page', { url: 'app://atom-explorer.evil/index.html', parent: null }, false],
    ['a frame that is gone', null, false],
  ])('tells whether a message is from the page itself: %s', (_, frame, expected) => {
    expect(isOwnMainFrame(frame, null)).toBe(expected);
  });
});

describe('isAllowedRequest', () => {
  it.each<[string, string | null, boolean]>([
    ['app://atom-explorer/assets/index.js', null, true],
    ['data:image/png;base64,', null, true],
    ['blob:app://atom-explorer/1', null, true],
    ['https://example.com/', null, false],
    ['http://127.0.0.1:4000/atoms', null, false],
    ['ws://127.0.0.1:4000/', null, false],
    ['file:///etc/passwd', null, false],
    ['ftp://example.com/', null, false],
    ['devtools://devtools/bundled/x.js', null, false],
    ['http://localhost:5173/main.tsx', dev, true],
    ['ws://localhost:5173/?token=x', dev, true],
    ['devtools://devtools/bundled/x.js', dev, true],
    ['https://example.com/', dev, false],
    ['ws://localhost:4000/', dev, false],
  ])('%s with dev server %s: %s', (url, devServerOrigin, expected) => {
    expect(isAllowedRequest(url, devServerOrigin)).toBe(expected);
  });
});
