// The server's bundle into the folder that is named.
import { buildServer } from '../../scripts/build.mjs';

await buildServer(process.argv[2]);
