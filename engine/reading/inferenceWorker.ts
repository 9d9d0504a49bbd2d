import { narrowPin } from '#shared/merkle/pin.ts';
import { serveThread } from '../jobs/thread.ts';
import type { InferenceCalls } from './inferenceThread.ts';

// Worker thread entry: narrows a pin, within `inferenceBudget`.
serveThread((): InferenceCalls => ({ narrow: ({ pin, samples, now }) => narrowPin(pin, samples, now) }));
