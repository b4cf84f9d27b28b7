import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Screens rendered in a document; the network is answered from the contract. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    // Two files at a time keep two cores busy.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
