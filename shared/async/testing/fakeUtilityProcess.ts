import { EventEmitter } from 'node:events';
import type { FromServer, ToServer } from '../rpc.ts';
import type { UtilityProcess } from '../utilityProcess.ts';

/** A utility process controlled by the test; it ends when it is killed. */
export interface FakeUtilityProcess extends UtilityProcess {
  readonly asked: ToServer[];
  readonly say: (message: FromServer) => void;
  readonly exit: () => void;
  isKilled: boolean;
}

export function fakeUtilityProcess(): FakeUtilityProcess {
  const events = new EventEmitter();
  const child: FakeUtilityProcess = {
    asked: [],
    isKilled: false,
    postMessage: (message) => child.asked.push(message),
    kill: () => {
      child.isKilled = true;
      child.exit();
    },
    on: (event: string, listener: (message: FromServer) => void) => events.on(event, listener),
    once: (event: string, listener: () => void) => events.once(event, listener),
    say: (message) => void events.emit('message', message),
    exit: () => void events.emit('exit'),
  };
  return child;
}
