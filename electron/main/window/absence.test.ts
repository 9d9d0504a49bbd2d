import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchAbsence } from './absence.ts';

function watched() {
  const monitor = new EventEmitter();
  const said: string[] = [];
  watchAbsence(monitor, { left: () => said.push('left'), returned: () => said.push('returned') });
  return {
    after: (...events: readonly string[]): readonly string[] => {
      said.length = 0;
      for (const event of events) monitor.emit(event);
      return [...said];
    },
  };
}

it('is over when the computer is unlocked, or wakes up without having been locked', () => {
  const { after } = watched();
  expect(after('lock-screen', 'unlock-screen')).toEqual(['left', 'returned']);
  expect(after('suspend', 'resume')).toEqual(['left', 'returned']);
});

it('is not over when a locked computer wakes up', () => {
  const { after } = watched();
  expect(after('lock-screen', 'suspend', 'resume')).toEqual(['left', 'left']);
  expect(after('unlock-screen')).toEqual(['returned']);
  expect(after('suspend', 'lock-screen', 'resume')).toEqual(['left', 'left']);
  expect(after('unlock-screen')).toEqual(['returned']);
});
