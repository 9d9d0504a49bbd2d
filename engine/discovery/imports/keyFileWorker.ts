import { parseKeyFile } from './parseKeyFile.ts';
import { serveThread } from '../../jobs/thread.ts';

// Worker thread entry: a large key file does not block other work.
serveThread(() => ({ parseKeyFile }));
