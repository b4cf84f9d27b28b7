// Starts the worker from the TypeScript sources. A thread does not inherit the loader of its
// process, so it registers its own; the bundle has the worker as JavaScript and needs none.
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');
