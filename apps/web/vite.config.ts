import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groupScripts } from './build/script-groups-plugin.ts';
import { callPaths } from './call-paths-plugin.ts';
import { compressFiles } from './compress-plugin.ts';
import { listLaterFiles } from './prefetch-plugin.ts';

/** Where the server listens while developing. */
const SERVER = process.env.BUSBAR_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), callPaths(), groupScripts(), listLaterFiles(), compressFiles()],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/health': SERVER,
      '/sys': SERVER,
      '/data': SERVER,
      '/parameter': SERVER,
      // v1 calls live below paths that are pages too: `/device` is a page, `/device/…` a call.
      '^/device/.+': SERVER,
    },
  },
  build: {
    target: 'es2022',
    modulePreload: {
      // Every browser that runs this target knows it.
      polyfill: false,
      // The page's own scripts come at once. Lists of what each later page needs would be read by
      // everybody who signs in, and a later page finds its scripts one step after its own.
      resolveDependencies: (_file, scripts, { hostType }) => (hostType === 'html' ? scripts : []),
    },
    // Which script needs which: read by the size check.
    manifest: true,
    // The longest lines of the report are known: the map library and the component library.
    chunkSizeWarningLimit: 1_400,
  },
});
