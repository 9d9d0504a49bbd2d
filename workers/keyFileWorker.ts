import { parseKeyFile } from './keyFile/parseKeyFile.ts';
import { serveThread } from './thread.ts';

// Worker thread entry: a large key file does not block other work.
serveThread(() => ({ parseKeyFile }));
