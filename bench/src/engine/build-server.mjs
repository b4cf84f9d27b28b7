// Builds the server's bundle into the given folder.
import { buildServer } from '../../../scripts/build.mjs';

await buildServer(process.argv[2]);
