import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callPaths } from './call-paths-plugin.ts';

/** Where the server listens while developing. */
const SERVER = process.env.BUSBAR_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), callPaths()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|i18next-resources-to-backend|react-i18next|use-sync-external-store)[\\/]/,
              priority: 20,
            },
            {
              // All that the routes read before a page is rendered. One chunk is smaller than one for
              // each reader of addresses, and every user loads all of it.
              name: 'routes',
              test: /apps[\\/]web[\\/]src[\\/]app[\\/]router\.tsx$/,
              priority: 10,
            },
          ],
        },
      },
    },
  },
});
