import { expect, it } from 'vitest';
import { keychainReason } from './keychainReason.ts';

it.each([
  ["Couldn't access platform storage: Secret Service: no result found", /no keychain is available/],
  [
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled',
    /no keychain is available/,
  ],
  ["Couldn't access platform storage: Secret Service: locked collection", /is locked/],
  ['User canceled the operation.', /is locked/],
  ['timed out', /did not respond/],
  ['Platform failure: DBus error: Did not receive a reply. Possible causes include: …', /did not respond/],
  ['something else', /refused/],
])('explains %j in plain English', (message, words) => {
  expect(keychainReason(new Error(message))).toMatch(words);
});

it.each(['secret', 'Couldn\'t store "secret" at /run/user/0', 'timed out'])(
  "never repeats the keychain's message: %s",
  (message) => {
    expect(keychainReason(new Error(message))).not.toMatch(/secret|run/);
  },
);
