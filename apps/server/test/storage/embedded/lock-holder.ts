/** A process that takes the lock on a folder and holds it, with a child that outlives it. */
import { spawn } from 'node:child_process';
import { lockFolder } from '../../../src/storage/embedded/folder-lock.ts';

const child = spawn('sleep', ['60'], { stdio: 'ignore' });
await lockFolder(process.argv[2] ?? '');
console.log(`locked ${child.pid}`);
setInterval(() => undefined, 60_000);
